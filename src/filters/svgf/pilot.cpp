// Adds the passes that mix a result with the pilot of its frame: brightness, outliers, noise, the pilot along the window, products,
// shares.
#include "filters/svgf/builder.h"
#include "filters/svgf/plan.h"

namespace atrous {

using namespace kernels;

namespace {

/// Stacks of the passes.
struct PilotStacks {
    int frame, others, result;
    int bright, squares, differences, moments, steady;
    int rows;  ///< of blurs
    int count; ///< neighbours

    /// Local means of the first planes, with taps of all steps up to the last one.
    void blur(SvgfBuilder& b, int stack, int planes, int last) const {
        for (int step = 1; step <= last; step *= 2) add_blur(b, {stack, rows}, planes, step);
    }
};

std::uint64_t samples_bytes(const SvgfBuilder& b, int planes) {
    return std::uint64_t(planes) * std::uint64_t(b.frame.size.pixels()) * sizeof(float);
}

SvgfPilot pilot_of(const SvgfBuilder& b, int others) {
    return {b.frame.planes,
            b.pilot(),
            others,
            3 * (b.roles.lights - b.roles.unlit),
            3 * b.roles.lights,
            3 * int(b.roles.emission),
            float(b.settings.share())};
}

void add_mixing_pass(SvgfBuilder& b, const PilotStacks& s, const char* kernel, std::vector<int> reads,
                     std::vector<int> writes, const Traffic& moves) {
    add_pass(b, kernel, as_bytes(pilot_of(b, s.count)), std::move(reads), std::move(writes), moves,
             "svgf/pilot.cl");
}

/// Differences to the pilot without outliers, the noise of the frame, and the steady pilot.
void add_steady(SvgfBuilder& b, const PilotStacks& s) {
    const int count = s.count, two = count > 0 ? 2 : 1;
    const auto add = [&](const char* kernel, std::vector<int> reads, std::vector<int> writes, int read,
                         int written) {
        Traffic moves = b.frame.moves(read, written);
        moves.file_bytes = samples_bytes(b, 3);
        add_mixing_pass(b, s, kernel, std::move(reads), std::move(writes), moves);
    };
    add("svgf_pilot_start", {s.frame, s.result}, {s.bright}, 3, 1);
    s.blur(b, s.bright, 1, 2);
    add("svgf_pilot_differences", {s.frame, s.result, s.others, s.bright}, {s.squares, s.differences},
        4 + 3 * two + 3 * count, 1 + count + 3 * two);
    s.blur(b, s.squares, 1 + count, 1);
    for (const int step : {2, 4}) add_blur(b, {s.squares, s.rows}, 1, step);
    add_mixing_pass(b, s, "svgf_pilot_details", {s.differences, s.others, s.squares}, {s.moments},
                    b.frame.moves(1 + 3 * two, 3 * two));
    s.blur(b, s.moments, 3 * two, 2);
    add("svgf_pilot_mean", {s.frame, s.result, s.others, s.bright, s.squares, s.moments},
        {s.steady, s.differences}, 5 + 5 * count + 3 * two, 3 + STEADY_PLANES);
}

} // namespace

void add_pilot(SvgfBuilder& b, int frame, int others) {
    const int count = frame == others ? 0 : b.window.before + b.window.after, planes = 3 + b.roles.extras();
    const auto stack = [&](const char* name, int of) { return add_stack(b.plan, b.frame, name, of); };
    const int result = b.plan.add(Buffer::Kind::samples, "result", samples_bytes(b, planes));
    const PilotStacks s{frame,
                        others,
                        result,
                        stack("brightness", 1),
                        stack("squares", 1 + count),
                        stack("differences", count > 0 ? 6 : 3),
                        stack("moments, pilot", PILOT_MOMENTS),
                        stack("steady pilot", STEADY_PLANES),
                        stack("rows", std::max<int>(PILOT_MOMENTS, 1 + count)),
                        count};
    b.plan.inputs.push_back({"result", result});
    add_steady(b, s);
    add_mixing_pass(b, s, "svgf_pilot_products",
                    {frame, result, others, s.bright, s.squares, s.steady, s.differences}, {s.moments},
                    b.frame.moves(14 + 4 * int(count > 0), PILOT_MOMENTS));
    s.blur(b, s.moments, PILOT_MOMENTS, 8);
    add_mixing_pass(b, s, "svgf_pilot_shares", {others, s.steady, s.moments}, {s.bright},
                    b.frame.moves(1 + PILOT_MOMENTS, 1));
    s.blur(b, s.bright, 1, 1);
    const int image = b.plan.add(Buffer::Kind::samples, "image", samples_bytes(b, planes));
    Traffic moves = b.frame.moves(10 + 3 * b.roles.lights, 0);
    moves.file_bytes = samples_bytes(b, 2 * planes);
    add_mixing_pass(b, s, "svgf_pilot_leave", {frame, result, s.steady, s.bright}, {image}, moves);
    b.plan.outputs.push_back({"image", image});
}

} // namespace atrous
