// Adds the passes from the filtered signal to the shares of the residuals that the result gets back: residuals, their
// moments, local means of these, shares.
#include "filters/svgf/builder.h"

namespace atrous {

using namespace kernels;

namespace {

constexpr int smallest_step = 1, second_step = 2, wide_step = 4; ///< of the taps of the local means
constexpr float longest_window = 2 * SVGF_MAX_REACH + 1, longest_history = 5; ///< a history: 1 / SVGF_ALPHA

struct Buffers {
    int from, to;
};

void add_pass(SvgfBuilder& b, const char* kernel, std::vector<std::byte> parameters, std::vector<int> reads,
              int to, Traffic moves) {
    b.plan.passes.push_back({.stage = Stage::denoise,
                             .operation = image_launch(b, "svgf/frame.cl", kernel, std::move(parameters)),
                             .reads = std::move(reads),
                             .writes = {to},
                             .moves = moves});
}

/// Local means of the first planes of `at.from`, which they replace. `at.to`: for rows.
void add_blur(SvgfBuilder& b, const Buffers& at, int planes, int step) {
    const Traffic moves = b.frame.moves(planes, planes);
    add_pass(b, "svgf_blur", as_bytes(SvgfBlur{b.frame.planes, planes, step, true}), {at.from}, at.to, moves);
    add_pass(b, "svgf_blur", as_bytes(SvgfBlur{b.frame.planes, planes, step, false}), {at.to}, at.from,
             moves);
}

} // namespace

int residuals_of(const SvgfBuilder& b, const SvgfSource& source) {
    return b.settings.gives_back() > 0 ? 1 + int(source.has_means()) : 0;
}

int add_residual(SvgfBuilder& b, const SvgfSignal& filtered, const SvgfSource& source) {
    const SvgfResolved& s = b.settings;
    const int residuals = residuals_of(b, source);
    const int planes = source.has_means() ? int(MOMENT_PLANES) : int(MOMENT_QQ);
    const float longest = source.kept >= 0 ? longest_history : longest_window;
    const int moments = filtered.guide, residual = filtered.spare,
              other = add_stack(b.plan, b.frame, "moments, rows", planes);
    const auto parameters =
        as_bytes(SvgfResidual{b.frame.planes, float(s.own()), source.has_means(), longest});
    add_pass(b, "svgf_residual", parameters, {filtered.signal, source.frame, source.means}, residual,
             b.frame.moves(12 + 3 * int(source.has_means()), residuals));
    add_pass(b, "svgf_products", parameters, {residual, source.means}, moments,
             b.frame.moves(residuals + int(source.has_means()), planes));
    add_blur(b, {moments, other}, planes, smallest_step);
    add_blur(b, {moments, other}, planes, second_step);
    // The first two planes again, in a wider neighbourhood.
    const Traffic two = b.frame.moves(2, 2);
    const auto wide = [&](int from, int to, int is_row) {
        add_pass(b, "svgf_blur", as_bytes(SvgfBlur{b.frame.planes, 2, wide_step, is_row}), {from}, to, two);
    };
    wide(moments, other, true);
    wide(other, residual, false);
    add_blur(b, {residual, other}, 2, wide_step);
    const SvgfShares p{b.frame.planes, source.has_means(), longest,          float(s.excess()),
                       s.wide_excess,  float(s.rest()),    float(s.trust()), float(s.gives_back())};
    add_pass(b, "svgf_shares", as_bytes(p), {moments, residual, source.means}, other,
             b.frame.moves(planes + 2 + int(source.has_means()), 2));
    add_blur(b, {other, residual}, residuals, smallest_step);
    return other;
}

} // namespace atrous
