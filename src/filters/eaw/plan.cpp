// Builds the plan of the EAW filter: layout tables, enter, per level the search for edge weights (if asked
// for) and one decompose, the upward pass if details are stored, leave. Hides the ping-pong of buffers.
#include "filters/eaw/plan.h"
#include "filters/eaw/builder.h"
#include "filters/eaw/regions.h"
#include <algorithm>

namespace atrous {
namespace {

/// Nobody reads the last coarse image, unless the upward pass asks where the picture is dark.
bool keeps_last(const EawBuilder& b) {
    return b.settings.how.synthesis->stores_details && b.settings.protect_shadows > 0;
}

/// The buffer of thresholds for the upward pass: `given` ones, those that are found, or -1.
int thresholds_of(EawBuilder& b, const std::vector<int>& details, int tables, std::span<const float> given) {
    if (!b.settings.denoise) return -1;
    if (!given.empty()) {
        const auto bytes = std::as_bytes(given);
        return b.plan.add_constants("thresholds", {bytes.begin(), bytes.end()});
    }
    const NoiseBuffers noise = noise_buffers(b);
    for (std::size_t l = 0; l < details.size(); ++l) add_noise(b, int(l), details[l], tables, noise);
    const int found = add_thresholds(b, noise, b.pixels.size.pixels());
    b.plan.outputs.push_back({"thresholds", found});
    return found;
}

void add_levels(EawBuilder& b, int result, std::span<const float> given) {
    const int levels = b.settings.levels;
    const bool stored = b.settings.how.synthesis->stores_details;
    const auto planes = [&](const std::string& name) {
        return add_stack(b.plan, name, b.planes, b.plane_count(), b.settings.how.storage->bytes);
    };
    const int tables = b.plan.add(Buffer::Kind::tables, "layout tables", table_bytes(b.x, b.y, levels));
    int coarse = planes("coarse"),
        spare = levels > 1 || keeps_last(b) ? planes("coarse, next level") : coarse;
    int change = planes("change"),
        spare_change = stored || levels == 1 ? change : planes("change, next level");
    const SearchBuffers search = b.settings.search_edges ? search_buffers(b) : SearchBuffers{};
    add_tables(b, tables);
    add_enter(b, coarse);
    std::vector<int> details;
    for (int l = 0; l < levels; ++l) {
        if (stored) details.push_back(planes("detail " + std::to_string(l)));
        const int edges = b.settings.search_edges ? add_search(b, l, coarse, tables, search) : -1;
        add_decompose(b, l,
                      {coarse, spare, change, stored ? details.back() : spare_change, tables, edges,
                       l == levels - 1 && !keeps_last(b)});
        std::swap(coarse, spare);
        if (!stored) std::swap(change, spare_change);
    }
    if (stored) {
        add_synthesize(b, {details, tables, coarse, thresholds_of(b, details, tables, given), change});
    }
    add_leave(b, change, result);
}

} // namespace

EawBuilder eaw_builder(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device,
                       const Rect& inner) {
    const bool grey = pixels.colours == 1;
    const int reach = settings.radius << (settings.how.schedule->permutes ? 0 : settings.levels - 1);
    const auto x = axis_tables(pixels.size.width, 0);
    EawBuilder b{.settings = settings,
                 .pixels = pixels,
                 .device = device,
                 .luma = grey ? 1 : settings.space.luma,
                 .chroma = grey ? 0 : settings.space.chroma,
                 .vector = settings.how.form->vectors ? std::clamp(device.native_vector, 4, 16) : 1,
                 .planes = plane_stack(pixels.size, reach),
                 .x = x,
                 .y = axis_tables(pixels.size.height, settings.levels * x.level),
                 .tile = {},
                 .inner =
                     inner.size().pixels() > 0 ? inner : Rect{0, 0, pixels.size.width, pixels.size.height},
                 .plan = {}};
    if (settings.how.form->tiles)
        b.tile.emplace(choose_tile(settings.how, settings.radius, b.plane_count(), device));
    b.image = b.plan.add(Buffer::Kind::samples, "image", pixels.byte_count());
    b.counters = b.plan.add(Buffer::Kind::counters, "counters", sizeof(int));
    b.plan.inputs = {{"image", b.image}};
    return b;
}

Plan eaw_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device) {
    return eaw_region_plan(settings, pixels, device, {}, {});
}

Plan eaw_region_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device,
                     const Rect& inner, std::span<const float> thresholds) {
    EawBuilder b = eaw_builder(settings, pixels, device, inner);
    const int result = b.plan.add(Buffer::Kind::samples, "result", pixels.byte_count());
    b.plan.outputs = {{"image", result}, {"replaced", b.counters}};
    add_levels(b, result, thresholds);
    return std::move(b.plan);
}

} // namespace atrous
