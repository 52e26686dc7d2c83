// A past that is not of the frame before counts as none.
#include "engine/denoise/shot_past.h"
#include "engine/denoise/placed.h"

namespace atrous {

AlbedoTrace find_vectors(const ShotFrame& frame, const PartPlace& place, const PastGuides& past,
                         RenderPicture& picture) {
    if (!picture.finds_motion) return {};
    AlbedoTrace of_file = trace_of(picture);
    find_motion(frame, place, past, picture);
    return of_file;
}

void keep_guides(const ShotFrame& frame, const PartPlace& place, AlbedoTrace of_file, RenderPicture& picture,
                 PastGuides& past) {
    const bool has_own = !picture.previous.empty() || !picture.next.empty();
    if (picture.finds_motion && (!has_own || picture.found || picture.still))
        past = past_guides(frame, place, picture, std::move(of_file));
    else
        past = {};
}

bool filter_recursive(SvgfDevice& device, const ShotFrame& frame, const PartPlace& place, PastOfPicture& past,
                      PreparedPicture& picture) {
    if (!frame.follows(past.shot, past.number)) past.history.clear();
    const bool lost = past.history.frames > 0 && !is_same_place(past.place, place);
    if (lost) past.history.clear();
    past.place = place;
    picture.result = filter_frame(device, picture.settings, picture.frame, past.history);
    picture.history = past.history.frames;
    past.shot = frame.shot;
    past.number = frame.number;
    return !lost;
}

} // namespace atrous
