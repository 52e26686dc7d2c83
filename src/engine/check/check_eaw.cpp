// Runs the kernels of an EAW plan with moderate parameters, which amplify no rounding, and compares all samples with the host.
#include "engine/check/eaw_on_host.h"
#include "engine/check/kernel_check.h"
#include "engine/region_runs.h"
#include "filters/eaw/plan.h"
#include "image/sample.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

/// Odd, with tails of vectors and tiles, and with pixels whose taps are all inside.
constexpr Size check_size{77, 43};

/// Gradients, hard edges and texture in the middle of the value range.
Pixels check_image(const Pixels& like) {
    Pixels image = shape_of(like, check_size);
    image.bytes = Bytes(image.byte_count());
    const int channels = image.channels();
    std::uint32_t random = 1;
    for (int y = 0; y < image.size.height; ++y)
        for (int x = 0; x < image.size.width; ++x)
            for (int c = 0; c < channels; ++c) {
                random = random * 1664525 + 1013904223;
                const float alpha = image.alpha == Alpha::none ? 1.0F : 0.4F + 0.1F * float(x % 7);
                const float edge = (x + 2 * c) / 16 % 2 == y / 12 % 2 ? 0.3F : 0.0F,
                            colour = 0.15F + 0.2F * float(x + y) / 120 + edge +
                                     0.15F * float(random >> 8) * 0x1p-24F;
                const float value = c == image.colours                 ? alpha
                                    : image.alpha == Alpha::associated ? colour * alpha
                                                                       : colour;
                write_sample(value, image.at(x, y) + std::size_t(c) * sample_bytes(image.type), image.type);
            }
    return image;
}

/// The settings with the same kernels and moderate numbers.
EawResolved moderate(const EawResolved& run, const Plan& plan, Size planned) {
    EawResolved s = run;
    const double unit = s.space.default_sigma;
    for (EawLevelSettings& level : s.level) {
        if (level.sigma > 0) level.sigma = unit;
        level.luma.gain = 1.5;
        level.chroma.gain = 1.25;
        level.luma.threshold = level.chroma.threshold = unit / 100;
    }
    if (s.limit > 0) s.limit = unit;
    if (s.protect_shadows > 0) s.protect_shadows = 2 * unit;
    s.amount = 1;
    s.asked.noise_guard = 1;
    for (auto& level : s.asked.noise.levels)
        for (GuardedNoise::Group& group : level)
            for (std::size_t i = 0; i < GuardedNoise::points; ++i)
                group.variance[i] = unit * unit * (1e-4 + 1e-5 * double(i));
    if (planned.pixels() >= s.min_pixels_apart) s.min_pixels_apart = 0;
    for (const Pass& pass : plan.passes) // the rows of form ring depend on the size
        if (const auto* const launch = std::get_if<KernelLaunch>(&pass.operation);
            launch && s.how.form->rings)
            for (const std::string& define : launch->defines)
                if (define.starts_with("ROWS="))
                    s.how.group = {int(launch->local[0]), std::stoi(define.substr(5))};
    return s;
}

/// Half of a step between values of the type.
double rounding(double value, PixelType type) {
    return type == PixelType::u8    ? 0.5 / 255
           : type == PixelType::u16 ? 0.5 / 65535
           : type == PixelType::f16 ? std::abs(value) * 0x1p-11 + 0x1p-25
                                    : 0;
}

/// The largest difference of colours beyond rounding, or -1 for NaN.
double difference_of(const Pixels& output, const std::vector<double>& host) {
    const std::size_t colours = std::size_t(output.colours), channels = std::size_t(output.channels());
    double most = 0;
    for (std::size_t i = 0; i < host.size(); ++i) {
        const std::size_t sample = i / colours * channels + i % colours;
        const double is =
            double(read_sample(output.bytes.data.get() + sample * sample_bytes(output.type), output.type));
        const double should = is_float(output.type) ? host[i] : std::clamp(host[i], 0.0, 1.0);
        if (std::isnan(is)) return -1;
        most = std::max(most, std::abs(is - should) - rounding(should, output.type));
    }
    return most;
}

double run_check(Engine& engine, const EawResolved& s, const Pixels& like) {
    const Pixels input = check_image(like);
    Pixels output = input.copy();
    const Plan plan = eaw_plan(s, input, traits_of(engine.device()));
    std::vector<std::uint32_t> replaced(1);
    std::vector<float> thresholds(plan.output_bytes("thresholds") / sizeof(float));
    std::vector<Binding> bindings{bind_input("image", bytes_of(input)),
                                  bind_output("image", bytes_of(output)),
                                  bind_output("replaced", bytes_of(replaced))};
    if (!thresholds.empty()) bindings.push_back(bind_output("thresholds", bytes_of(thresholds)));
    engine.run_uncounted(plan, bindings);
    const double difference = difference_of(output, eaw_on_host(s, input, thresholds));
    return s.search_edges ? std::min(difference, 0.0) : difference;
}

} // namespace

std::string check_eaw(Engine& engine, const EawResolved& settings, const Pixels& pixels, const Plan& plan,
                      Size planned) {
    const double bound = settings.how.storage->exact ? 1e-5 : 2e-3;
    return check_once(engine, {.filter = "eaw", .form = settings.how.form->name}, plan, bound,
                      [&] { return run_check(engine, moderate(settings, plan, planned), pixels); });
}

} // namespace atrous
