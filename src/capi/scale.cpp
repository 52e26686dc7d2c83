// Filter "scale": a picture in another size, without aliasing.
#include "base/error.h"
#include "capi/pictures.h"
#include "cli/setting_rows.h"
#include "engine/finite_samples.h"
#include "engine/scaling/request.h"

namespace atrous {
namespace {

ScaleRequest scale_request(const CommandLine& line) {
    ScaleRequest request;
    const std::string* const factor = line.find("factor");
    if (const auto box = read_box(line)) request = *box;
    if (factor) request.factor = parse_factor(*factor, "--factor");
    if (!factor && !request.box)
        throw usage_error("how small? set factor, like 8 or 4x2, or size, like 512x512");
    set_given(line, scale_rows(), request.settings);
    resolve(request.settings);
    return request;
}

PartGeometry geometry_for(const ScaleRequest& request, Size size) {
    PartPlace place;
    place.size = place.display = size;
    return geometry_of(request, place);
}

} // namespace

Committed commit_scale(const ApiFilter& filter, const CommandLine& line) {
    const ScaleRequest request = scale_request(line);
    const ColourOptions colours = colour_options(line);
    const MemoryLimits limits = filter.limits(line);
    for (const auto& [number, images] : filter.frames)
        if (images.contains("color")) described(image_of(images, "color"), colours);
    return {[request](const FrameImages& images) {
                return geometry_for(request, image_of(images, "color").size).scale.place.size;
            },
            [=](ApiFilter& of, Monitoring& monitoring) {
                on_picture(of, colours, [&](Pixels& pixels) {
                    const PartGeometry to = geometry_for(request, pixels.size);
                    monitoring.step_to(1);
                    if (to.geometry.same()) return;
                    const ScaleFilter scaling(resolve(request.settings), to.geometry, of.traits());
                    const std::uint64_t filled = fill_areas(pixels);
                    warn_of_replaced(
                        monitoring,
                        filled + filter_samples(of.device->engine, scaling, pixels, limits).replaced, filled);
                });
            }};
}

} // namespace atrous
