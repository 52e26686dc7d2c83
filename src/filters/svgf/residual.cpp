// Adds the passes from the filtered signal to the shares of the residuals that the result gets back: residuals, their
// moments, local means of these, shares.
#include "filters/svgf/builder.h"
#include <algorithm>
#include <cmath>

namespace atrous {

using namespace kernels;

namespace {

constexpr int smallest_step = 1, second_step = 2, wide_step = 4; ///< of the taps of the local means
constexpr float max_count_window = 2 * SVGF_MAX_REACH + 1,
                max_count_history = 5; ///< a history: 1 / SVGF_ALPHA

/// A number that rises from 0 at `from` samples to 1 at `times` as many.
double rise(double samples, double from, double times = 4) {
    return std::clamp(std::log2(samples / from) / std::log2(times), 0.0, 1.0);
}

/// From 32 samples on, noise is no longer larger than the light that the levels lose; for a single frame from 16 on. Without albedo
/// texture is lost, too, and looks like noise, and a history is blurred: both get more back from 8 samples on,
/// and every frame from 128 on.
SvgfShares shares_of(const SvgfBuilder& b, const SvgfSource& source, float longest) {
    constexpr double max_rest = .8;
    const double samples = b.settings.asked.samples;
    const double blurred = b.roles.albedo && source.kept < 0 ? 0 : rise(samples, 8),
                 rest = std::max(blurred, rise(samples, 128)), open = std::max(rise(samples, 32), blurred),
                 open_alone = std::max(rise(samples, 16), blurred);
    return {.planes = b.frame.planes,
            .has_means = source.has_means(),
            .longest = longest,
            .excess = float(1.3 - .25 * open),
            .wide_excess = float(1.25 - .05 * rise(samples, 8)),
            .rest = float(max_rest * rest),
            .rest_alone = float(max_rest * open_alone),
            .open = float(open),
            .open_alone = float(open_alone),
            .open_means = float(std::max(rise(samples, 16, 2), blurred)),
            .fade = float(b.settings.gives_back())};
}

} // namespace

void add_pass(SvgfBuilder& b, const char* kernel, std::vector<std::byte> parameters, std::vector<int> reads,
              std::vector<int> writes, Traffic moves, const char* file) {
    b.plan.passes.push_back({.stage = Stage::denoise,
                             .operation = image_launch(b, file, kernel, std::move(parameters)),
                             .reads = std::move(reads),
                             .writes = std::move(writes),
                             .moves = moves});
}

void add_blur(SvgfBuilder& b, const BlurBuffers& at, int planes, int step) {
    const Traffic moves = b.frame.moves(planes, planes);
    for (const bool is_row : {true, false})
        add_pass(b, "svgf_blur", as_bytes(SvgfBlur{b.frame.planes, planes, step, is_row}),
                 {is_row ? at.from : at.to}, {is_row ? at.to : at.from}, moves);
}

int residuals_of(const SvgfBuilder& b, const SvgfSource& source) {
    return b.settings.gives_back() > 0 ? 1 + int(source.has_means()) : 0;
}

int add_residual(SvgfBuilder& b, const SvgfSignal& filtered, const SvgfSource& source) {
    const int residuals = residuals_of(b, source);
    const int planes = source.has_means() ? int(MOMENT_PLANES) : int(MOMENT_QQ);
    const float longest = source.kept >= 0 ? max_count_history : max_count_window;
    const int moments = filtered.guide, wide = filtered.spare,
              other =
                  filtered.other >= 0 ? filtered.other : add_stack(b.plan, b.frame, "moments, rows", planes);
    const auto parameters =
        as_bytes(SvgfResidual{b.frame.planes, float(b.own()), source.variance_over(), b.linear(), longest});
    add_pass(b, "svgf_residual", parameters, {filtered.signal, source.frame, source.means}, {other},
             b.frame.moves(9 + 3 * residuals, 3 * residuals));
    add_pass(b, "svgf_products", parameters, {other, filtered.signal, source.means}, {moments},
             b.frame.moves(3 * residuals + 3 * int(source.has_means()), planes));
    add_blur(b, {moments, other}, planes, smallest_step);
    add_blur(b, {moments, other}, planes, second_step);
    // The first two planes again, in a wider neighbourhood.
    const auto widen = [&](int from, int to, int is_row) {
        add_pass(b, "svgf_blur", as_bytes(SvgfBlur{b.frame.planes, 2, wide_step, is_row}), {from}, {to},
                 b.frame.moves(2, 2));
    };
    widen(moments, other, true);
    widen(other, wide, false);
    add_blur(b, {wide, other}, 2, wide_step);
    add_pass(b, "svgf_shares", as_bytes(shares_of(b, source, longest)), {moments, wide, source.means},
             {other}, b.frame.moves(planes + 2 + int(source.has_means()), 2));
    add_blur(b, {other, wide}, 2, smallest_step);
    return other;
}

} // namespace atrous
