// Compares neighbours, from the middle of the window on.
#include "engine/denoise/prepared_picture.h"
#include "engine/denoise/svgf_regions.h"
#include <algorithm>
#include <cstdlib>

namespace atrous {

PreparedPicture prepare_picture(SvgfDevice& device, const SvgfResolved& settings,
                                const RenderPicture& picture, const MemoryLimits& limits) {
    const bool has_window = settings.asked.reach > 0;
    PreparedPicture made{picture.part,
                         picture.picture,
                         picture.title,
                         settings,
                         prepare_frame(device, settings, picture.planes(), limits),
                         picture.lights,
                         picture.roles,
                         picture.alpha_filtered,
                         picture.empty,
                         picture.clamped,
                         has_window ? trace_of(picture) : AlbedoTrace{},
                         has_window ? picture.light_trace() : LightTrace{}};
    made.frame.found = picture.found;
    made.frame.replaced += std::uint32_t(picture.filled);
    return made;
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

} // namespace atrous
