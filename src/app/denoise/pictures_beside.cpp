// A picture that lies elsewhere is prepared once more for each window that it is in: so a result depends on the frames of its
// window alone, whatever the others of the run are like.
#include "app/denoise/pictures_beside.h"
#include "app/denoise/frame_text.h"
#include "app/denoise/placed.h"
#include "app/denoise/roles.h"
#include "app/denoise/svgf_regions.h"
#include <algorithm>
#include <cstdlib>

namespace atrous {
namespace {

PictureShape picture_shape(const Frame& frame, const PreparedPicture& picture) {
    return {part_place(frame.files.front().parts[picture.part]), picture.frame.roles};
}

/// Prepares a picture of a frame once more, as the data window of a frame beside it shows it.
PreparedPicture prepare_placed(DenoiseRun& run, const Frame& frame, std::size_t at, const PartPlace& to,
                               const MemoryLimits& limits) {
    const PreparedPicture& own = prepared_of(frame)[at];
    const RenderFiles files = render_files(frame.job(), frame.files, run.options);
    const RenderPicture picture =
        placed(render_pictures(files, run.options)[at], part_place(files.image.parts[own.part]), to);
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
            found.placed.push_back(prepare_placed(run, *frame, at, shape.place, limits));
            found.pictures.back() = &found.placed.back();
        }
    }
    return found;
}

double fit_of(const PicturesBeside& beside) {
    const std::size_t size = beside.pictures.size(), middle = size / 2;
    double fit = 1;
    for (const std::size_t at : {middle, middle + 1}) {
        if (at == 0 || at >= size) continue;
        const PreparedPicture *earlier = beside.pictures[at - 1], *later = beside.pictures[at];
        if (earlier && later) fit = std::min(fit, vector_fit(earlier->trace, later->trace));
    }
    return fit;
}

bool follows_found(const PicturesBeside& beside) {
    const std::size_t middle = beside.pictures.size() / 2;
    const PreparedPicture* after =
        middle + 1 < beside.pictures.size() ? beside.pictures[middle + 1] : nullptr;
    return beside.pictures[middle]->trace.found || (after && after->trace.found);
}

kernels::SvgfNeighbours known_of(const PicturesBeside& beside) {
    kernels::SvgfNeighbours known = usual_neighbours;
    const int reach = int(beside.pictures.size() / 2);
    const auto picture = [&](int k) { return beside.pictures[std::size_t(reach + k)]; };
    for (const int side : {-1, 1}) {
        double gain = 1;
        for (int k = side; std::abs(k) <= reach && picture(k); k += side) {
            const PreparedPicture &earlier = *picture(side < 0 ? k : k - 1),
                                  &later = *picture(side < 0 ? k + 1 : k);
            const double step = light_gain(earlier.light, later.light, earlier.trace, later.trace);
            gain *= side < 0 ? step : 1 / step;
            const double same = noise_correlation(picture(0)->light, picture(k)->light);
            (side < 0 ? known.before : known.after)[std::abs(k) - 1] = {float(gain),
                                                                        same < one_seed ? 0 : float(same)};
        }
    }
    return known;
}

double correlation_in(const kernels::SvgfNeighbours& known) {
    float most = 0;
    for (const auto& side : {known.before, known.after})
        for (int k = 0; k < kernels::SVGF_MOST_REACH; ++k) most = std::max(most, side[k].same);
    return double(most);
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
