// Checks the settings of the SVGF filter.
#include "base/error.h"
#include "base/text.h"
#include "filters/svgf/settings.h"
#include <algorithm>

namespace atrous {
namespace {

void check(const char* option, double value, const Range& range) {
    if (!(value >= range.least && value <= range.most))
        throw usage_error(std::string(option) + ": " + fixed(value, 3) + " is out of range; allowed are " +
                          fixed(range.least, 0) + " to " + fixed(range.most, 0));
}

} // namespace

SvgfResolved resolve(const SvgfSettings& settings, const DeviceTraits& device) {
    SvgfSettings s = settings;
    if (!s.how.form) s.how.form = &form_of(device);
    if (s.how.form->tiles || s.how.form->strips)
        throw usage_error("--form " + std::string(s.how.form->name) +
                          ": the filter svgf has no such form; use direct or vector");
    check("--levels", s.levels, svgf_range::levels);
    check("--fit", s.fit, svgf_range::fit);
    check("--temporal window", s.reach, svgf_range::reach);
    check("--strength", s.strength, svgf_range::strength);
    check("--samples", s.samples, svgf_range::samples);
    check_group(s.how, device);
    return SvgfResolved(s);
}

double SvgfResolved::share() const { return std::min(asked.strength, 1.0); }
// Few samples: the mean over frames is cleaner; many: the frame's own is sharper.
double SvgfResolved::own() const { return std::clamp((asked.samples - 8) / 8, 0.0, 1.0); }
double SvgfResolved::bright() const { return std::max(2.0, 128 / asked.samples); }

} // namespace atrous
