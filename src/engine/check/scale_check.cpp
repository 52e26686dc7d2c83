// Scales a small image by the factors of a run and compares it with sums on the host by the same weights. Up to a
// factor of 8 it is wider than a work-group.
#include "engine/check/checked_pixels.h"
#include "engine/check/kernel_check.h"
#include "engine/region_runs.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

/// An axis of that many outputs, as far as so many pixels allow, between pixels as in the run.
ScaleAxis small_axis(const ScaleAxis& run, int outputs, int most) {
    if (run.same()) return {outputs, outputs};
    const int in = std::clamp(int(std::ceil(outputs * run.factor)), 24, most);
    return {in, std::max(1, int(in / run.factor)), run.factor, run.origin - std::floor(run.origin)};
}

/// Light filtered along one axis: pixel k of line l is at k `step` + l `line`.
struct ScaledLines {
    const ScaleTaps& taps;
    int in, out, lines;

    std::vector<Triple> of(const std::vector<Triple>& from, int step, int line, int to_step,
                           int to_line) const {
        std::vector<Triple> to(std::size_t(out) * std::size_t(lines));
        for (int l = 0; l < lines; ++l)
            for (int i = 0; i < out; ++i)
                for (std::size_t c = 0; c < 3; ++c) {
                    double sum = 0;
                    const int first = taps.first[std::size_t(i)];
                    for (int k = std::max(0, -first); k < taps.taps && first + k < in; ++k)
                        sum += double(taps.weights_of(i)[k]) *
                               double(from[std::size_t((first + k) * step + l * line)][c]);
                    to[std::size_t(i * to_step + l * to_line)][c] = float(sum);
                }
        return to;
    }
};

std::vector<Triple> scaled_on_host(const ScaleResolved& settings, const ScaleGeometry& g,
                                   const Pixels& input) {
    std::vector<Triple> light;
    for (std::size_t i = 0; i < std::size_t(input.size.pixels()); ++i) {
        light.emplace_back();
        for (std::size_t c = 0; c < std::size_t(input.colours); ++c) light[i][c] = sample_of(input, i, c);
        light[i] = through_curves(input, light[i], true);
    }
    const ScaleTaps down = scale_taps(settings, g.y, {0, g.y.out}),
                    across = scale_taps(settings, g.x, {0, g.x.out});
    light = ScaledLines{down, g.y.in, g.y.out, g.x.in}.of(light, g.x.in, 1, g.x.in, 1);
    light = ScaledLines{across, g.x.in, g.x.out, g.y.out}.of(light, 1, g.x.in, 1, g.x.out);
    for (Triple& v : light) v = through_curves(input, v, false);
    return light;
}

} // namespace

void check_scale(Engine& engine, const ScaleResolved& settings, const ScaleGeometry& run,
                 const Pixels& pixels, const Plan& plan) {
    const DeviceTraits traits = traits_of(engine.device());
    check_once(engine, "scale", form_of(traits), plan, 1e-5, [&] {
        const ScaleGeometry g{small_axis(run.x, 140, 1200), small_axis(run.y, 9, 300)};
        const Pixels input = checked_image(pixels, g.in());
        Pixels output = shape_of(input, g.out());
        output.bytes = Bytes(output.byte_count());
        std::uint32_t replaced = 0;
        const Rect all{0, 0, g.x.out, g.y.out};
        engine.run_uncounted(
            scale_plan(settings, input, g, all, traits),
            std::array{bind_input("image", bytes_of(input)), bind_output("image", bytes_of(output)),
                       bind_output("replaced", std::as_writable_bytes(std::span(&replaced, 1)))});
        const double difference = difference_of(output, scaled_on_host(settings, g, input));
        return input.transfer == Transfer::table ? std::min(difference, 0.0) : difference;
    });
}

} // namespace atrous
