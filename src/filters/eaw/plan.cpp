// Builds the plan of the EAW filter: layout tables, enter, per level the search for edge weights (if asked for) and one
// decompose, the upward pass if details are stored, leave. Hides the ping-pong of buffers.
#include "filters/eaw/plan.h"
#include "filters/eaw/builder.h"
#include "filters/eaw/regions.h"

namespace atrous {
namespace {

/// Where thresholds of --denoise bayes come from.
enum class Thresholds { found, given };

/// Nobody reads the last coarse image, unless the upward pass does.
bool keeps_last(const EawBuilder& b) {
    return b.keeps_coarse() || (b.stores_details() && b.settings.protect_shadows > 0);
}

/// The buffers of coarse images: two in turn, or one of each level.
int next_coarse(EawBuilder& b, int level, int before) {
    return b.keeps_coarse() && level > 0 ? add_stack(b, "coarse " + std::to_string(level + 1)) : before;
}

/// The buffer of thresholds for the upward pass, or -1.
int thresholds_of(EawBuilder& b, const std::vector<int>& details, int tables, Thresholds from) {
    if (!b.settings.finds_thresholds) return -1;
    if (from == Thresholds::given) {
        const int given = b.plan.add(Buffer::Kind::numbers, "thresholds", threshold_bytes(b));
        b.plan.inputs.push_back({"thresholds", given});
        return given;
    }
    const NoiseBuffers noise = noise_buffers(b);
    for (std::size_t l = 0; l < details.size(); ++l) add_noise(b, int(l), details[l], tables, -1, noise);
    const int found = add_thresholds(b, noise, b.frame.size.pixels());
    b.plan.outputs.push_back({"thresholds", found});
    return found;
}

Plan build(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device, Thresholds from) {
    EawBuilder b = eaw_builder(settings, pixels, device);
    const int levels = settings.levels;
    const bool stored = b.stores_details();
    const PixelPasses samples = pixel_passes(b, pixels);
    const int tables = add_tables(b.plan, b.frame);
    int coarse = add_stack(b, "coarse"),
        spare = levels > 1 || keeps_last(b) ? add_stack(b, "coarse, next level") : coarse;
    int delta = add_stack(b, "delta"),
        spare_delta = stored || levels == 1 ? delta : add_stack(b, "delta, next level");
    const SearchBuffers search = settings.search_edges ? search_buffers(b) : SearchBuffers{};
    add_enter(b.plan, samples, coarse);
    std::vector<int> kept;
    for (int l = 0; l < levels; ++l) {
        if (stored) kept.push_back(b.keeps_coarse() ? coarse : add_stack(b, "detail " + std::to_string(l)));
        const int edges = settings.search_edges ? add_search(b, l, coarse, tables, search) : -1;
        spare = next_coarse(b, l, spare);
        const int detail = b.keeps_coarse() ? delta : stored ? kept.back() : spare_delta;
        add_decompose(b, l, {coarse, spare, delta, detail, tables, edges, l == levels - 1 && !keeps_last(b)});
        std::swap(coarse, spare);
        if (!stored) std::swap(delta, spare_delta);
    }
    if (stored) add_synthesize(b, {kept, tables, coarse, thresholds_of(b, kept, tables, from), delta});
    add_leave(b.plan, samples, delta, tables);
    return std::move(b.plan);
}

/// Whether columns go home with whole rows, in the last pass. Strips would touch all lines of a row for each of them;
/// pixel by pixel each sample would be a write of its own (H100: 2.6 ms in place of 1.6 for the last of 8 levels of 24
/// megapixels). Vectors of a CPU do it in their caches.
bool leaves_columns(const EawBuilder& b) {
    const Execution& how = b.settings.how;
    return how.form->vectors ? runs_in_strips(b, b.settings.levels - 1) : how.schedule->permutes;
}

} // namespace

EawBuilder eaw_builder(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device) {
    const int planes = plane_count(pixels, settings.space), luma = luma_planes(pixels, settings.space);
    EawBuilder b{.settings = settings,
                 .frame = atrous_frame(pixels.size, settings.how, settings.border,
                                       {settings.radius, settings.levels, planes}, device),
                 .luma = luma,
                 .chroma = planes - luma};
    b.frame.columns_stay = settings.levels > 1 && !b.stores_details() && leaves_columns(b);
    return b;
}

int add_stack(EawBuilder& b, const std::string& name) {
    return add_stack(b.plan, b.frame, name, b.plane_count());
}

PixelPasses pixel_passes(EawBuilder& b, const Pixels& pixels) {
    const EawResolved& s = b.settings;
    return pixel_passes(b.plan, b.frame, pixels,
                        {s.space, s.amount, s.shows_delta, s.protect_tones, s.details_apart});
}

Plan eaw_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device) {
    return build(settings, pixels, device, Thresholds::found);
}

ReplayFrame eaw_replay_frame(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device) {
    const EawBuilder b = eaw_builder(settings, pixels, device);
    ReplayFrame frame{.planes = b.frame.planes,
                      .tables = layout_tables(b.frame),
                      .count = b.plane_count(),
                      .vector = b.frame.vector,
                      .coarse_alone = b.keeps_coarse()};
    if (b.frame.tile) frame.tile = b.frame.tile->map.map;
    return frame;
}

Plan eaw_given_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device) {
    return build(settings, pixels, device, Thresholds::given);
}

} // namespace atrous
