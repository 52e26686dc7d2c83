// Turns statistics of a pilot into errors and warnings.
#include "engine/denoise/pilot_check.h"
#include "base/error.h"
#include "base/text.h"
#include "engine/messages.h"
#include "renders/pilot_match.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace atrous {

void check_pilot_window(const ImageWindow& pilot, const ImageWindow& image) {
    const bool covers = pilot.x <= image.x && pilot.y <= image.y &&
                        pilot.x + pilot.size.width >= image.x + image.size.width &&
                        pilot.y + pilot.size.height >= image.y + image.size.height;
    if (pilot.display == image.display ? covers : pilot.size == image.size) return;
    throw file_error(messages::pilot_window, to_string(pilot.size), pilot.x, pilot.y, to_string(image.size),
                     image.x, image.y);
}

void check_pilot(Render& render) {
    constexpr std::size_t max_bad = 20; // one in
    std::vector<float>& pilot = render.planes.pilot;
    const std::vector<float>& beauty = render.planes.beauty;
    const std::size_t n = render.planes.pixels();
    float lowest = 0;
    double sum = 0;
    for (const float v : beauty) // samples of the render may be damaged, too
        if (std::isfinite(v)) lowest = std::min(lowest, v), sum += double(v);
    const float least = lowest - std::max(float(sum / double(beauty.size())), 1e-3F);
    const auto is_bad = [&](float v) { return !(v <= 1e10F && v >= least); };
    const auto bad = std::size_t(std::ranges::count_if(pilot, is_bad));
    if (bad > pilot.size() / max_bad) throw file_error(messages::pilot_broken, bad, pilot.size());
    if (bad > 0) render.notes.pilot.push_back(message(messages::pilot_not_finite, bad));
    for (std::size_t i = 0; i < pilot.size(); ++i)
        for (std::size_t at = i % n; is_bad(pilot[i]) && at < pilot.size(); at += n)
            pilot[at] = std::numeric_limits<float>::quiet_NaN();
    const PilotMatch match = match_pilot(render.planes.size, beauty, pilot);
    const std::string errors = fixed(match.errors, 2), share = fixed(100 * match.differing, 1);
    using enum PilotFlaw;
    if (match.flaw == same) throw file_error(messages::pilot_same);
    if (match.flaw == rounded) throw file_error(messages::pilot_rounded, fixed(100 * match.steps, 0));
    if (match.flaw == foreign) throw file_error(messages::pilot_foreign, fixed(match.agreement, 2));
    if (match.flaw == encoded)
        throw file_error(messages::pilot_encoded, fixed(match.contrast, 2),
                         fixed(double(std::ranges::max(pilot)), 2),
                         fixed(double(std::ranges::max(beauty)), 2));
    if (match.flaw == exposed)
        throw file_error(messages::pilot_exposed, fixed(std::exp2(match.gain), 2), fixed(match.gain, 2));
    if (match.flaw == other_frame) throw file_error(messages::pilot_other_frame, share, errors);
    if (match.flaw == moved) render.notes.pilot.push_back(message(messages::pilot_moved, share, errors));
}

} // namespace atrous
