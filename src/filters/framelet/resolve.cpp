// Checks the settings of the framelet filter; its banks.
#include "base/error.h"
#include "base/text.h"
#include "filters/framelet/settings.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr std::array bank_rows = {FrameletBank{"linear", 3}, FrameletBank{"cubic", 5}};

/// The form that takes the place of tiles.
const Form& without_tiles(const Form& form) {
    if (!form.tiles) return form;
    return *std::ranges::find_if(forms(), [](const Form& other) { return !other.tiles && !other.vectors; });
}

} // namespace

std::span<const FrameletBank> framelet_banks() { return bank_rows; }

FrameletResolved resolve(const FrameletSettings& settings, const DeviceTraits& device) {
    FrameletSettings s = settings;
    check_ranges(s, framelet_facts);
    s.how.form = &without_tiles(s.how.form ? *s.how.form : form_of(device));
    s.how.storage = &storages()[0];
    check_group(s.how, device);
    return FrameletResolved(s);
}

double FrameletResolved::scale(int plane) const {
    const double deviation = asked.strength * (plane > 0 ? asked.chroma : 1);
    return deviation * deviation;
}

} // namespace atrous
