// Checks the settings of the SVGF filter.
#include "base/error.h"
#include "filters/svgf/messages.h"
#include "filters/svgf/settings.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr RenderFilter filter_rows[] = {{"svgf", false}, {"eaw", true}};

constexpr Prefilter prefilter_rows[] = {{"auto", true, false, false, false},
                                        {"off", false, false, false, false},
                                        {"albedo", false, true, false, false},
                                        {"normal", false, false, true, false},
                                        {"depth", false, false, false, true},
                                        {"albedo,normal", false, true, true, false},
                                        {"albedo,depth", false, true, false, true},
                                        {"normal,depth", false, false, true, true},
                                        {"albedo,normal,depth", false, true, true, true}};

/// Gaussians use no other frame, no noise and no model.
void check_gaussian(const SvgfSettings& s) {
    if (!s.filter->gaussian) return;
    if (s.reach > 0 || s.recursive)
        throw usage_error(messages::gaussian_window, option_name(svgf_facts, &SvgfSettings::reach),
                          s.recursive ? "recursive" : "window:" + std::to_string(s.reach), s.filter->name);
    if (s.fit > 0)
        throw usage_error(messages::gaussian_fit, option_name(svgf_facts, &SvgfSettings::fit), s.fit,
                          s.filter->name);
}

/// The best form, if local memory is large enough for the largest tiles (kernels/svgf/level_tile.cl).
const Form& form_on(const DeviceTraits& device, Size size) {
    constexpr std::size_t tile = 32 * 1024;
    constexpr std::size_t lanes = 128;
    if (!device.is_cpu && (device.local_memory < tile || device.largest_group < lanes))
        return form_of(device);
    const FormNeeds needs{"svgf", size, {}};
    const Form* const tuned = tuned_form(needs, device);
    return tuned ? *tuned : best_form(needs, device);
}

} // namespace

std::span<const RenderFilter> render_filters() { return filter_rows; }
std::span<const Prefilter> prefilters() { return prefilter_rows; }

SvgfResolved resolve(const SvgfSettings& settings, const DeviceTraits& device, Size size) {
    SvgfSettings s = settings;
    if (s.recursive && s.reach > 0) throw internal_error(messages::history_window, s.reach);
    if (!s.how.form) s.how.form = &form_on(device, size);
    check_ranges(s, svgf_facts);
    check_gaussian(s);
    check_right("svgf", *s.how.form, device);
    check_group(s.how, device);
    if (s.how.form->tiles) check_plane_groups(s.how, false);
    return SvgfResolved(s);
}

// Below 8 samples, variances are less certain: a third more at 2 (0.1 to 0.3 dB for a room and a gallery at
// 2).
double SvgfResolved::luma() const {
    return asked.sigma_luma * std::clamp(1.5 - std::log2(asked.samples) / 6, 1.0, 4.0 / 3);
}
double SvgfResolved::share() const { return std::min(asked.strength, 1.0); }
// Few samples: the mean over frames is cleaner. Many: the frame's own is sharper, unless it is noisy at any number. Means over
// frames of one side follow motion less exactly.
double SvgfResolved::own(bool both_sides) const {
    constexpr double of_noisy = .25;
    const double noisy = asked.prefilter->albedo ? asked.prefilter_share : 0,
                 most = std::max(1 - (1 - of_noisy) * noisy, asked.own_albedo);
    return std::clamp((asked.samples - 8) / (both_sides ? 16 : 8), asked.own_albedo, most);
}
// Up to 4 samples, the errors of the estimates exceed the light that the levels lose.
double SvgfResolved::gives_back() const {
    return is_gaussian() || asked.halves ? 0 : std::clamp((asked.samples - 4) / 4, 0.0, 1.0);
}
double SvgfResolved::bright() const { return std::max(2.0, 128 / asked.samples); }

} // namespace atrous
