// Adds the passes that mix a result with the pilot of its frame: brightness, outliers, noise, the pilot along the window, products,
// shares, and the gate by means of residuals.
#include "filters/svgf/builder.h"
#include "filters/svgf/plan.h"

namespace atrous {

using namespace kernels;

namespace {

/// Adds the passes. The first buffers are the inputs and the output, then stacks.
struct PilotPasses {
    SvgfBuilder& b;
    SvgfPilot parameters;
    int rows;                     ///< stack of blurs
    std::uint64_t samples_planes; ///< bytes of three planes of samples

    /// `moved`: planes that are read and written, `samples`: threes of planes of samples.
    void add(const char* kernel, std::vector<int> reads, int to, std::pair<int, int> moved, int samples = 0,
             int second = -1) const {
        Traffic moves = b.frame.moves(moved.first, moved.second);
        moves.file_bytes = std::uint64_t(samples) * samples_planes;
        std::vector<int> writes{to};
        if (second >= 0) writes.push_back(second);
        add_pass(b, kernel, as_bytes(parameters), std::move(reads), std::move(writes), moves,
                 "svgf/pilot.cl");
    }
    /// Local means of the first planes, with taps of all steps up to the last one.
    void blur(int stack, int planes, int last, int first = 1) const {
        for (int step = first; step <= last; step *= 2) add_blur(b, {stack, rows}, planes, step);
    }
};

} // namespace

void add_pilot(SvgfBuilder& b, int frame, int others) {
    const int count = frame == others ? 0 : b.window.before + b.window.after, planes = 3 + b.roles.extras(),
              two = count > 0 ? 6 : 3; // planes of differences to the pilot, and to the neighbours
    const auto stack = [&](const char* name, int of) { return add_stack(b.plan, b.frame, name, of); };
    const std::uint64_t plane = std::uint64_t(b.frame.size.pixels()) * sizeof(float);
    const auto port = [&](const char* name) {
        return b.plan.add(Buffer::Kind::samples, name, std::uint64_t(planes) * plane);
    };
    const int result = port("result"), image = port("image"), bright = stack("brightness", 1),
              squares = stack("squares", 1 + count), differences = stack("differences", 2 * PILOT_MEANS),
              moments = stack("moments, pilot", PILOT_MOMENTS), steady = stack("steady pilot", STEADY_PLANES);
    b.plan.inputs.push_back({"result", result});
    b.plan.outputs.push_back({"image", image});
    PilotPasses p{b,
                  {b.frame.planes, b.pilot(), count, 3 * (b.roles.lights - b.roles.unlit), 3 * b.roles.lights,
                   3 * int(b.roles.emission), float(b.settings.share()), 0},
                  stack("rows", std::max<int>(PILOT_MOMENTS, 1 + count)),
                  3 * plane};
    p.add("svgf_pilot_start", {frame, result}, bright, {3, 1}, 1);
    p.blur(bright, 1, 2);
    p.add("svgf_pilot_differences", {frame, result, others, bright}, squares,
          {4 + two + 3 * count, 1 + count + two}, 1, differences);
    p.blur(squares, 1 + count, 1);
    p.blur(squares, 1, 4, 2);
    p.add("svgf_pilot_details", {differences, others, squares}, moments, {1 + two, two});
    p.blur(moments, two, 2);
    p.add("svgf_pilot_mean", {frame, result, others, bright, squares, moments}, steady,
          {5 + 5 * count + two, 7}, 1, differences);
    p.add("svgf_pilot_products", {frame, result, others, bright, squares, steady, differences}, moments,
          {15 + 4 * int(count > 0), PILOT_MOMENTS}, 1);
    p.blur(moments, PILOT_MOMENTS, 8);
    p.add("svgf_pilot_shares", {others, moments}, steady, {2 + PILOT_MOMENTS, 1});
    p.blur(steady, 1, 1);
    p.add("svgf_pilot_residuals", {frame, result, bright, squares, steady}, moments, {12, 6}, 1);
    for (int& k = p.parameters.means; k < PILOT_MEANS; ++k) {
        p.blur(moments, 6, 1 << k, 1 << k);
        p.add("svgf_pilot_squares", {moments}, differences, {6, 2});
    }
    p.blur(differences, 2 * PILOT_MEANS, 1);
    p.add("svgf_pilot_gate", {steady, differences}, bright, {1 + 2 * PILOT_MEANS, 1});
    p.blur(bright, 1, 1);
    p.add("svgf_pilot_leave", {frame, result, steady, bright}, image, {11 + 3 * b.roles.lights, 0},
          2 * planes / 3);
}

} // namespace atrous
