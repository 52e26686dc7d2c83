// How far the filter reaches, and rows of prepared frames.
#include "filters/svgf/regions.h"
#include "filters/svgf/builder.h"
#include <algorithm>
#include <cstring>

namespace atrous {
namespace {

constexpr int level_radius = 2;
constexpr int of_variance = 3; ///< v0 is fitted in 7x7 pixels
constexpr int of_box = 1, of_taps = 2, of_repair = 1;

int of_levels(const SvgfResolved& settings) { return level_radius * ((1 << settings.asked.levels) - 1); }

/// Where a pixel of a plane lies in the bytes of a frame.
std::size_t offset_of(const SvgfBuilder& b, int plane, int x, int y) {
    const kernels::PlaneStack& planes = b.frame.planes;
    const std::size_t samples = std::size_t(planes.guard) + std::size_t(plane) * std::size_t(planes.plane) +
                                std::size_t(y) * std::size_t(planes.pitch) + std::size_t(x);
    return samples * std::size_t(b.frame.how.storage->bytes);
}

} // namespace

int svgf_prepare_reach(const SvgfResolved& settings) {
    return settings.asked.reach > 0 ? of_levels(settings) + of_variance + of_repair : of_repair;
}

int svgf_filter_reach(const SvgfResolved& settings, int motion) {
    const int alone = of_levels(settings) + of_variance;
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
