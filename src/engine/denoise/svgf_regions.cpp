// Filters a window whole if it fits the device. Otherwise frames are prepared region by region and kept on the host,
// and results are assembled from windows of regions.
#include "base/error.h"
#include "engine/denoise/halves.h"
#include "engine/denoise/svgf_frames.h"
#include "engine/messages.h"
#include "engine/region_runs.h"
#include "filters/svgf/plan.h"
#include "platform/heartbeat.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

namespace atrous {
namespace {

kernels::SvgfPlace place_of(const Region& region, Size image) {
    const int x = region.inner.x - region.outer.x, y = region.inner.y - region.outer.y;
    return {region.outer.x,
            region.outer.y,
            image.width,
            image.height,
            {x, y, x + region.inner.width, y + region.inner.height}};
}

/// All planes of a rectangle.
std::vector<float> cropped(const std::vector<float>& planes, Size size, const Rect& rect) {
    std::vector<float> out;
    const auto pixels = std::size_t(size.pixels()), width = std::size_t(size.width);
    out.reserve(planes.size() / pixels * std::size_t(rect.size().pixels()));
    for (std::size_t plane = 0; plane < planes.size(); plane += pixels)
        for (int y = rect.y; y < rect.y + rect.height; ++y) {
            const auto row =
                planes.begin() + std::ptrdiff_t(plane + std::size_t(y) * width + std::size_t(rect.x));
            out.insert(out.end(), row, row + rect.width);
        }
    return out;
}

SvgfStored stored(SvgfFrame& frame) { return {frame.size, frame.stored}; }

/// Regions of preparation: within the memory for regions, since the frames of the window are on the host meanwhile.
Regions prepare_regions(SvgfPlans& plans, const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                        MemoryLimits limits) {
    limits.whole = std::min(limits.whole, limits.region);
    limits.allowed_whole = std::min(limits.allowed_whole, limits.allowed_region);
    return fit_regions(
               size, {svgf_prepare_reach(settings, settings.asked.prefilter->any())},
               [&](Size of) { return plans.prepare_plan(settings, of, roles); }, limits)
        .regions;
}

SvgfFrame prepare_in_regions(SvgfDevice& device, const SvgfResolved& settings, const RenderPlanes& planes,
                             const MemoryLimits& limits) {
    SvgfFrame frame = frame_of(planes);
    frame.stored.resize(svgf_frame_bytes(settings, frame.size, frame.roles, device.plans.device));
    for (const Region& region :
         prepare_regions(device.plans, settings, frame.size, frame.roles, limits).list) {
        stop_if_asked();
        heartbeat();
        const RenderPlanes part = map_planes(planes, region.outer.size(), [&](const std::vector<float>& of) {
            return cropped(of, planes.size, region.outer);
        });
        const kernels::SvgfPlace place = place_of(region, frame.size);
        SvgfFrame one = prepare_at(device, settings, part, &place);
        one.stored.resize(one.planes.bytes());
        one.planes.read(one.stored);
        const Rect inner{place.inner.left, place.inner.top, region.inner.width, region.inner.height};
        svgf_copy_rect(settings, frame.roles, device.plans.device, stored(one), inner, stored(frame),
                       region.inner.x, region.inner.y);
        frame.replaced += one.replaced;
        add_times(frame.report, one.report);
    }
    return frame;
}

/// The region of a frame on the host, on the device.
SvgfFrame uploaded(SvgfDevice& device, const SvgfResolved& settings, SvgfFrame& frame, const Rect& rect) {
    const std::size_t bytes = svgf_frame_bytes(settings, rect.size(), frame.roles, device.plans.device);
    std::vector<std::byte> part(bytes); // zeros between rows
    svgf_copy_rect(settings, frame.roles, device.plans.device, stored(frame), rect, {rect.size(), part}, 0,
                   0);
    SvgfFrame one{.size = rect.size(), .roles = frame.roles, .planes = device.engine.array(part)};
    one.previous = frame.previous;
    one.next = frame.next;
    one.found = frame.found;
    return one;
}

/// Copies the inner rectangle of a region's planes into the planes of the image.
void put_region(SvgfPicture& image, Size size, const std::vector<float>& part, const Region& region) {
    const auto part_pixels = std::size_t(region.outer.size().pixels()), pixels = std::size_t(size.pixels());
    for (std::size_t plane = 0; plane < part.size() / part_pixels; ++plane)
        for (int y = 0; y < region.inner.height; ++y) {
            const auto from =
                std::size_t(region.inner.y - region.outer.y + y) * std::size_t(region.outer.width) +
                std::size_t(region.inner.x - region.outer.x);
            const auto to =
                std::size_t(region.inner.y + y) * std::size_t(size.width) + std::size_t(region.inner.x);
            std::memcpy(image.planes.data() + plane * pixels + to, part.data() + plane * part_pixels + from,
                        std::size_t(region.inner.width) * sizeof(float));
        }
}

/// Returns the frames of the window on the host. Frames whose additional roles made them fit the device are
/// read from there.
void unpermute(std::span<SvgfFrame* const> window) {
    for (SvgfFrame* frame : window) {
        if (!frame || !frame->stored.empty()) continue;
        frame->stored.resize(frame->planes.bytes());
        frame->planes.read(frame->stored);
        frame->planes = {};
    }
}

SvgfPicture filter_in_regions(SvgfDevice& device, const SvgfResolved& settings,
                              std::span<SvgfFrame* const> window, const kernels::SvgfNeighbours& known,
                              const Regions& regions, const std::vector<float>* result) {
    const SvgfFrame& frame = *window[window.size() / 2];
    SvgfPicture picture;
    picture.regions = regions;
    for (const Region& region : regions.list) {
        stop_if_asked();
        heartbeat();
        std::vector<std::optional<SvgfFrame>> parts(window.size());
        std::vector<SvgfFrame*> part_window(window.size());
        for (std::size_t i = 0; i < window.size(); ++i) {
            if (!window[i]) continue;
            parts[i] = uploaded(device, settings, *window[i], region.outer);
            part_window[i] = &*parts[i];
        }
        const kernels::SvgfPlace place = place_of(region, frame.size);
        const auto before = result ? cropped(*result, frame.size, region.outer) : std::vector<float>{};
        const SvgfPicture part =
            filter_at(device, settings, part_window, known, &place, result ? &before : nullptr);
        picture.planes.resize(part.planes.size() / std::size_t(region.outer.size().pixels()) *
                              std::size_t(frame.size.pixels()));
        put_region(picture, frame.size, part.planes, region);
        for (std::size_t k = 0; k < part.counts.size(); ++k) picture.counts[k] += part.counts[k];
        add_times(picture.report, part.report);
    }
    if (settings.asked.reach == 0) picture.counts = {std::uint32_t(frame.size.pixels())};
    return picture;
}

/// filter_at() the whole, or region by region if frames are on the host.
SvgfPicture filter_window(SvgfDevice& device, const SvgfResolved& settings,
                          std::span<SvgfFrame* const> window, const MemoryLimits& limits,
                          const kernels::SvgfNeighbours& known, const std::vector<float>* result = nullptr) {
    const auto is_stored = [](const SvgfFrame* frame) { return frame && !frame->stored.empty(); };
    if (std::ranges::none_of(window, is_stored))
        return filter_at(device, settings, window, known, nullptr, result);
    unpermute(window);
    int motion = 0;
    for (const SvgfFrame* frame : window)
        if (frame) motion = std::max(motion, frame->motion);
    const SvgfFrame& frame = *window[window.size() / 2];
    const Regions regions = svgf_regions(device.plans, settings, frame.size, frame.roles, motion, limits);
    return filter_in_regions(device, settings, window, known, regions, result);
}

std::string described(const SvgfFrame& frame) {
    return to_string(frame.size) + " with " + layers_text(frame.roles);
}

/// Throws the errors of filter_frame().
void check_window(const SvgfResolved& settings, std::span<SvgfFrame* const> window) {
    const std::size_t middle = window.size() / 2;
    if (window.size() % 2 == 0 || !window[middle] || middle > std::size_t(settings.asked.reach))
        throw internal_error(messages::window_length, window.size(), settings.asked.reach);
    for (const SvgfFrame* frame : window)
        if (frame && described(*frame) != described(*window[middle]))
            throw file_error(messages::window_unlike, described(*window[middle]), described(*frame));
}

/// Adds buffers up to so many bytes, none larger than the largest one of the plan.
void add_excess(Plan& plan, std::uint64_t bytes) {
    const std::size_t largest = std::ranges::max(plan.buffers, {}, &Buffer::bytes).bytes;
    while (plan.bytes() < bytes)
        plan.add(Buffer::Kind::numbers, "excess", std::min(largest, std::size_t(bytes) - plan.bytes()));
}

/// Adds the other device memory of a whole image to the plan that filters it with its window: the halves of frames that are not
/// filtered yet, and data for preparing a frame in excess of the plan.
void add_preparation(SvgfPlans& plans, const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                     Plan& plan) {
    const auto reach = std::uint64_t(settings.asked.reach);
    const std::uint64_t frame = svgf_frame_bytes(settings, size, roles, plans.device),
                        preparing = plans.prepare_plan(settings, size, roles).bytes() + 2 * reach * frame,
                        halves = settings.asked.halves ? 2 * (reach + 1) : 0;
    add_excess(plan, std::max<std::uint64_t>(preparing, plan.bytes()) + halves * frame);
}

} // namespace

int largest_motion(const RenderPlanes& planes) {
    constexpr int step = 8;
    const Size size = planes.size;
    const auto pixels = std::size_t(size.pixels());
    float most = 0;
    for (const auto* vectors : {&planes.previous, &planes.next})
        for (std::size_t i = 0; 2 * i < vectors->size(); ++i) {
            const float x = (*vectors)[i], y = (*vectors)[pixels + i];
            const float to_x = float(i % std::size_t(size.width)) + x,
                        to_y = float(i / std::size_t(size.width)) + y;
            if (!(to_x >= -1 && to_y >= -1 && to_x <= float(size.width) && to_y <= float(size.height)))
                continue;
            most = std::max({most, std::abs(x), std::abs(y)});
        }
    return (int(std::ceil(most)) + step - 1) / step * step;
}

int columns_beside(const SvgfResolved& settings) {
    constexpr int across = 64;
    constexpr double many_samples = 1024;
    const bool alone = settings.asked.reach == 0 && !settings.asked.recursive;
    SvgfResolved widest = settings; // frames of a shot have the same margin, whatever their samples
    widest.asked.samples = many_samples;
    widest.asked.halves = true; // joining them reaches farther than the residual
    static_assert(joining_reach >= residual_reach);
    return svgf_prepare_reach(widest, true) + svgf_filter_reach(widest, alone ? 0 : across) + joining_reach +
           (settings.asked.pilots ? pilot_reach + 1 : 0); // and its taps
}

Regions svgf_regions(SvgfPlans& plans, const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                     int motion, const MemoryLimits& limits) {
    const int reach = settings.asked.reach;
    const bool has_history = settings.asked.recursive;
    try {
        return fit_regions(
                   size,
                   {svgf_filter_reach(settings, motion, roles.pilot),
                    has_history ? "--temporal recursive has no regions; use --temporal window:K" : ""},
                   [&](Size of) {
                       Plan plan = has_history ? plans.recursive_plan(settings, of, roles, true)
                                               : plans.filter_plan(settings, of, roles, {reach, reach});
                       if (roles.pilot)
                           add_excess(plan, plans.pilot_plan(settings, of, roles, {reach, reach}).bytes());
                       if (of == size) add_preparation(plans, settings, of, roles, plan);
                       return plan;
                   },
                   limits)
            .regions;
    } catch (const Error& error) {
        if (error.kind != Exit::out_of_memory || reach == 0) throw;
        throw memory_error(messages::window_memory, 2 * reach + 1, error.what());
    }
}

SvgfFrame prepare_frame(SvgfDevice& device, const SvgfResolved& settings, const RenderPlanes& planes,
                        const MemoryLimits& limits) {
    const int motion = largest_motion(planes);
    const bool whole =
        svgf_regions(device.plans, settings, planes.size, roles_of(planes), motion, limits).count() == 1;
    SvgfFrame frame = whole ? prepare_at(device, settings, planes, nullptr)
                            : prepare_in_regions(device, settings, planes, limits);
    frame.motion = motion;
    return frame;
}

SvgfPicture filter_frame(SvgfDevice& device, const SvgfResolved& settings, std::span<SvgfFrame* const> window,
                         const MemoryLimits& limits, const kernels::SvgfNeighbours& known) {
    check_window(settings, window);
    SvgfPicture picture = filter_window(device, settings, window, limits, known);
    if (!settings.asked.halves) mix_pilot(device, settings, window, limits, known, picture);
    return picture;
}

void mix_pilot(SvgfDevice& device, const SvgfResolved& settings, std::span<SvgfFrame* const> window,
               const MemoryLimits& limits, const kernels::SvgfNeighbours& known, SvgfPicture& picture) {
    if (!window[window.size() / 2]->roles.pilot) return;
    SvgfPicture mixed = filter_window(device, settings, window, limits, known, &picture.planes);
    picture.planes = std::move(mixed.planes);
    add_times(picture.report, mixed.report);
}

} // namespace atrous
