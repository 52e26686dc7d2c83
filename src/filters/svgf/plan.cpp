// Builds the plans of the SVGF filter, and computes its reach and rows of prepared frames.
#include "filters/svgf/plan.h"
#include "filters/svgf/builder.h"
#include "svgf/guides.h"
#include <algorithm>
#include <cstring>

namespace atrous {

using namespace kernels;

namespace {

constexpr int radius = 2;

std::size_t bytes_of(const AtrousContext& frame, int count) {
    const std::size_t samples =
        std::size_t(count) * std::size_t(frame.planes.plane) + 2 * std::size_t(frame.planes.guard);
    return samples * std::size_t(frame.how.storage->bytes);
}

int add_frame_port(SvgfBuilder& b, const std::string& name) {
    const int frame = add_planes(b, name, b.frame_planes());
    b.plan.inputs.push_back({name, frame});
    return frame;
}

constexpr int level_radius = 2;
constexpr int of_variance = 3; ///< v0 is fitted in 7x7 pixels
constexpr int of_box = 1, of_taps = 2, of_repair = 1;

int of_levels(const SvgfResolved& settings) { return level_radius * ((1 << settings.asked.levels) - 1); }

/// Returns the place of a plane's pixel in the bytes of a frame.
std::size_t offset_of(const SvgfBuilder& b, int plane, int x, int y) {
    const kernels::PlaneStack& planes = b.frame.planes;
    const std::size_t samples = std::size_t(planes.guard) + std::size_t(plane) * std::size_t(planes.plane) +
                                std::size_t(y) * std::size_t(planes.pitch) + std::size_t(x);
    return samples * std::size_t(b.frame.how.storage->bytes);
}

} // namespace

SvgfBuilder svgf_builder(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                         const DeviceTraits& device) {
    const BorderRule& drop = find_row(borders(), "drop", "border");
    return {.settings = settings,
            .roles = roles,
            .frame = atrous_frame(size, settings.how, drop,
                                  {radius, settings.asked.levels, tile_planes(settings, settings.asked.fit)},
                                  device)};
}

int tile_planes(const SvgfResolved& settings, int fit, bool has_unit_normals) {
    constexpr int gaussian = 11, mean = 9, model = 13;
    return (settings.is_gaussian() ? gaussian : fit > 0 ? model : mean) - int(has_unit_normals);
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

std::vector<std::string> image_defines(const SvgfBuilder& b) {
    auto defines = plane_defines(b.frame, b.frame.vector);
    if (is_on_gpu(b.frame)) defines.emplace_back("ON_GPU=1");
    return defines;
}

KernelLaunch image_launch(const SvgfBuilder& b, const char* file, const char* kernel,
                          std::vector<std::byte> parameters) {
    KernelLaunch launch{file, kernel, image_defines(b), std::move(parameters)};
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
    const bool prefilters = settings.asked.prefilter->any();
    const int entered = prefilters ? add_planes(b, "entered frame", b.frame_planes()) : frame;
    add_enter(b, entered);
    if (prefilters) add_guides(b, entered, frame);
    // Lights use the beauty's weights: neighbours do not need the lights of this frame.
    if (settings.asked.reach > 0) {
        b.filters_lights = false;
        add_summary(b, add_levels(b, {frame, frame}).signal, frame);
    }
    b.plan.outputs.push_back({"frame", frame});
    return std::move(b.plan);
}

Plan svgf_invert_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                      const SvgfInversion& how, const DeviceTraits& device) {
    SvgfBuilder b = svgf_builder(settings, size, roles, device);
    const int from = add_frame_port(b, "from");
    const int frame = add_planes(b, "frame", b.frame_planes());
    add_invert(b, from, frame, how);
    b.plan.outputs.push_back({"frame", frame});
    return std::move(b.plan);
}

Plan svgf_filter_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                      const SvgfWindow& window, const DeviceTraits& device) {
    SvgfBuilder b = svgf_builder(settings, size, roles, device);
    const int frame = add_frame_port(b, "frame");
    b.window = window;
    const int means = settings.asked.reach > 0 ? add_gather(b, window, frame) : frame;
    if (means != frame) add_counts(b, means);
    const SvgfSource source{frame, means};
    add_leave(b, add_levels(b, source), source);
    return std::move(b.plan);
}

Plan svgf_pilot_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                     const SvgfWindow& window, const DeviceTraits& device) {
    SvgfBuilder b = svgf_builder(settings, size, roles, device);
    const int frame = add_frame_port(b, "frame");
    b.window = window;
    const bool alone = settings.asked.reach == 0 || window.before + window.after == 0;
    add_pilot(b, frame, alone ? frame : add_gather(b, window, frame, true));
    return std::move(b.plan);
}

int svgf_image_planes(const SvgfResolved& settings, const SvgfRoles& roles) {
    const int linear = 3 + 3 * roles.lights, stacks = settings.asked.reach > 0 ? 2 : 1;
    return 3 + roles.extras() + (settings.asked.halves ? stacks * linear : 0);
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

int svgf_prepare_reach(const SvgfResolved& settings, bool prefilters) {
    const int of_frame = of_repair + (prefilters ? SVGF_GUIDE_REACH : 0);
    return settings.asked.reach > 0 ? of_levels(settings) + of_variance + of_frame : of_frame;
}

int svgf_filter_reach(const SvgfResolved& settings, int motion, bool has_pilot) {
    const int filter = of_levels(settings) + of_variance + (settings.gives_back() > 0 ? residual_reach : 0),
              alone = has_pilot ? std::max(filter, pilot_reach) : filter;
    if (settings.asked.reach == 0) return alone;
    return alone + std::max(of_box, of_taps) + (settings.asked.reach + 1) * (motion + 1);
}

void svgf_copy_rect(const SvgfResolved& settings, const SvgfRoles& roles, const DeviceTraits& device,
                    const SvgfStored& from, const Rect& rect, const SvgfStored& to, int x, int y) {
    const SvgfBuilder source = svgf_builder(settings, from.size, roles, device),
                      target = svgf_builder(settings, to.size, roles, device);
    const std::size_t bytes = std::size_t(rect.width) * std::size_t(source.frame.how.storage->bytes);
    for (int plane = 0; plane < source.frame_planes(); ++plane)
        for (int row = 0; row < rect.height; ++row)
            std::memcpy(to.bytes.data() + offset_of(target, plane, x, y + row),
                        from.bytes.data() + offset_of(source, plane, rect.x, rect.y + row), bytes);
}

} // namespace atrous
