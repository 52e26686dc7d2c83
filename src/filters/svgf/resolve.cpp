// Checks the settings of the SVGF filter.
#include "base/error.h"
#include "base/text.h"
#include "filters/svgf/settings.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr RenderFilter filter_rows[] = {{"svgf", false}, {"eaw", true}};

/// Gaussians know of no other frame, no noise and no model.
void check_gaussian(const SvgfSettings& s) {
    if (!s.filter->gaussian) return;
    const std::string filter = std::string("the filter ") + s.filter->name;
    if (s.reach > 0 || s.recursive)
        throw usage_error("--temporal " + (s.recursive ? "recursive" : "window:" + std::to_string(s.reach)) +
                          ": " + filter + " takes each frame by itself; leave it out, or give none");
    if (s.fit > 0)
        throw usage_error("--fit " + std::to_string(s.fit) + ": " + filter + " has no local model");
}

} // namespace

std::span<const RenderFilter> render_filters() { return filter_rows; }

SvgfResolved resolve(const SvgfSettings& settings, const DeviceTraits& device) {
    SvgfSettings s = settings;
    if (s.recursive && s.reach > 0) throw Error(Exit::internal, "a history and a window at once");
    if (!s.how.form) s.how.form = &form_of(device);
    check_range("--levels", s.levels, svgf_range::levels);
    check_range("--fit", s.fit, svgf_range::fit);
    check_range("--temporal window", s.reach, svgf_range::reach);
    check_range("--sigma-luma", s.sigma_luma, svgf_range::sigma_luma);
    check_range("--sigma-normal", s.sigma_normal, svgf_range::sigma_normal);
    check_range("--sigma-depth", s.sigma_depth, svgf_range::sigma_depth);
    check_range("--sigma-color", s.sigma_color, svgf_range::sigma_color);
    check_range("--sigma-albedo", s.sigma_albedo, svgf_range::sigma_albedo);
    check_range("--warmup", s.warmup, svgf_range::warmup);
    check_range("--strength", s.strength, svgf_range::strength);
    check_range("--samples", s.samples, svgf_range::samples);
    check_gaussian(s);
    if (s.packed_guides && s.how.storage->bytes != 4)
        throw Error(Exit::internal, "packed guides are words of 32 bits: storage " +
                                        std::string(s.how.storage->name) + " has no place for them");
    check_group(s.how, device);
    if (s.how.form->tiles) check_plane_groups(s.how, false);
    return SvgfResolved(s);
}

double SvgfResolved::share() const { return std::min(asked.strength, 1.0); }
// Few samples: the mean over frames is cleaner; many: the frame's own is sharper.
double SvgfResolved::own() const { return std::clamp((asked.samples - 8) / 8, asked.own_albedo, 1.0); }
double SvgfResolved::bright() const { return std::max(2.0, 128 / asked.samples); }

} // namespace atrous
