// A picture that lies elsewhere is prepared once more for each window that it is in: so a result depends on the frames of its
// window alone, whatever the others of the run are like.
#include "commands/denoise/pictures_beside.h"
#include "commands/denoise/frame_text.h"
#include "commands/denoise/roles.h"
#include "engine/denoise/placed.h"
#include "engine/denoise/svgf_regions.h"
#include <algorithm>

namespace atrous {
namespace {

PictureShape picture_shape(const Frame& frame, const PreparedPicture& picture) {
    return {part_place(frame.files.front().parts[picture.part]), picture.frame.roles};
}

/// Prepares a picture of a frame once more, as the data window of a frame beside it shows it.
PreparedPicture prepare_placed(DenoiseRun& run, const Frame& frame, std::size_t at, const PartPlace& to,
                               int beside, const MemoryLimits& limits) {
    const PreparedPicture& own = prepared_of(frame)[at];
    const RenderFiles files = render_files(frame.job(), frame.files, run.options);
    const RenderPicture picture = wrapped(
        placed(render_pictures(files, run.options)[at], part_place(files.image.parts[own.part]), to), beside);
    return {own.part,
            own.picture,
            own.title,
            own.settings,
            prepare_frame(run.device, own.settings, picture.planes(), limits),
            own.lights,
            own.roles,
            own.alpha_filtered,
            {},
            own.clamped,
            trace_of(picture),
            picture.light_trace()};
}

} // namespace

PicturesBeside pictures_beside(DenoiseRun& run, const Window& window, std::size_t at,
                               const MemoryLimits& limits) {
    PicturesBeside found;
    Frame& here = window.frame();
    const PictureShape shape = picture_shape(here, prepared_of(here)[at]);
    for (int k = -window.reach(); k <= window.reach(); ++k) {
        const Frame* frame = k == 0 ? &here : window.at(k);
        const bool there = frame && frame->prepared.has_value() && at < prepared_of(*frame).size();
        PreparedPicture* picture = there ? &prepared_of(*frame)[at] : nullptr;
        found.pictures.push_back(picture);
        if (!picture) continue;
        const PictureShape its = picture_shape(*frame, *picture);
        if (const std::string why = unlike(shape, its); !why.empty()) {
            found.pictures.back() = nullptr;
            here.record.holes.push_back(frame->job().number);
            warn_of_unlike(run, here, *frame, why);
        } else if (!is_same_place(shape.place, its.place)) {
            found.placed.push_back(
                prepare_placed(run, *frame, at, shape.place, prepared_of(here)[at].beside, limits));
            found.pictures.back() = &found.placed.back();
        }
    }
    return found;
}

void warn_of_vectors(DenoiseRun& run, Frame& frame, const PicturesBeside& beside) {
    if (run.has_told_vectors || beside.pictures.size() < 3) return;
    const std::size_t middle = beside.pictures.size() / 2;
    for (const std::size_t at : {middle - 1, middle}) {
        const PreparedPicture *earlier = beside.pictures[at], *later = beside.pictures[at + 1];
        if (!earlier || !later) continue;
        const BetterReading better = better_reading(earlier->trace, later->trace);
        if (better == BetterReading::none) continue;
        run.has_told_vectors = true;
        warn_of_reading(frame, better);
        return;
    }
}

} // namespace atrous
