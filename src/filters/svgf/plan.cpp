// Builds the plans of the SVGF filter.
#include "filters/svgf/plan.h"
#include "filters/svgf/builder.h"

namespace atrous {

using namespace kernels;

namespace {

constexpr int radius = 2;

std::size_t bytes_of(const AtrousFrame& frame, int count) {
    const std::size_t samples =
        std::size_t(count) * std::size_t(frame.planes.plane) + 2 * std::size_t(frame.planes.guard);
    return samples * std::size_t(frame.how.storage->bytes);
}

/// Values of a tap (kernels/svgf/taps.h) that form tile holds in local memory.
int tile_planes(const SvgfResolved& settings) {
    constexpr int gaussian = 11, mean = 9, model = 13;
    return settings.is_gaussian() ? gaussian : settings.asked.fit > 0 ? model : mean;
}

int add_frame_port(SvgfBuilder& b, const std::string& name) {
    const int frame = add_planes(b, name, b.frame_planes());
    b.plan.inputs.push_back({name, frame});
    return frame;
}

} // namespace

SvgfBuilder svgf_builder(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                         const DeviceTraits& device) {
    const BorderRule& drop = find_row(borders(), "drop", "border");
    return {.settings = settings,
            .roles = roles,
            .frame = atrous_frame(size, settings.how, drop,
                                  {radius, settings.asked.levels, tile_planes(settings)}, device)};
}

int add_planes(SvgfBuilder& b, const std::string& name, int count) {
    return b.plan.add(Buffer::Kind::numbers, name, bytes_of(b.frame, count));
}

int add_place(SvgfBuilder& b) {
    const Size size = b.frame.size;
    if (b.place < 0) {
        b.place = b.plan.add_constants(
            "place", as_bytes(SvgfPlace{0, 0, size.width, size.height, {0, 0, size.width, size.height}}));
        b.plan.inputs.push_back({"place", b.place});
    }
    return b.place;
}

KernelLaunch image_launch(const SvgfBuilder& b, const char* file, const char* kernel,
                          std::vector<std::byte> parameters) {
    KernelLaunch launch{file, kernel, plane_defines(b.frame, b.frame.vector), std::move(parameters)};
    set_grid(b.frame, launch);
    return launch;
}

std::size_t svgf_frame_bytes(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                             const DeviceTraits& device) {
    const SvgfBuilder b = svgf_builder(settings, size, roles, device);
    return bytes_of(b.frame, b.frame_planes());
}

Plan svgf_prepare_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                       const DeviceTraits& device) {
    SvgfBuilder b = svgf_builder(settings, size, roles, device);
    const int frame = add_planes(b, "frame", b.frame_planes());
    add_enter(b, frame);
    // Lights go with the beauty's weights: what neighbours ask of this frame does without them.
    if (settings.asked.reach > 0) {
        b.filters_lights = false;
        add_summary(b, add_levels(b, {frame, frame}), frame);
    }
    b.plan.outputs.push_back({"frame", frame});
    return std::move(b.plan);
}

Plan svgf_invert_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles, bool to_previous,
                      const DeviceTraits& device) {
    SvgfBuilder b = svgf_builder(settings, size, roles, device);
    const int from = add_frame_port(b, "from");
    const int frame = add_planes(b, "frame", b.frame_planes());
    add_invert(b, from, frame, to_previous);
    b.plan.outputs.push_back({"frame", frame});
    return std::move(b.plan);
}

Plan svgf_filter_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                      const SvgfWindow& window, const DeviceTraits& device) {
    SvgfBuilder b = svgf_builder(settings, size, roles, device);
    const int frame = add_frame_port(b, "frame");
    const int means = settings.asked.reach > 0 ? add_gather(b, window, frame) : frame;
    if (means != frame) add_counts(b, means);
    const SvgfSource source{frame, means};
    add_leave(b, add_levels(b, source), source);
    return std::move(b.plan);
}

std::size_t svgf_history_bytes(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                               const DeviceTraits& device) {
    const SvgfBuilder b = svgf_builder(settings, size, roles, device);
    return bytes_of(b.frame, b.history_planes());
}

Plan svgf_recursive_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles, bool has_before,
                         const DeviceTraits& device) {
    SvgfBuilder b = svgf_builder(settings, size, roles, device);
    const SvgfSource source = add_reproject(b, add_frame_port(b, "frame"), has_before);
    add_counts(b, source.means);
    add_leave(b, add_levels(b, source), source);
    return std::move(b.plan);
}

Plan svgf_gather_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                      const SvgfWindow& window, const DeviceTraits& device) {
    SvgfBuilder b = svgf_builder(settings, size, roles, device);
    const int means = add_gather(b, window, add_frame_port(b, "frame"));
    b.plan.outputs.push_back({"means", means});
    return std::move(b.plan);
}

} // namespace atrous
