// The one formula of all conventions.
#include "io/aov/motion.h"

namespace atrous {

std::array<double, 2> motion_in_pixels(const MotionConvention& convention, std::array<double, 2> stored,
                                       Size size, double alpha) {
    using enum MotionConvention::Unit;
    if (convention.premultiplied && alpha == 0) return {0, 0};
    const double divisor = convention.premultiplied ? alpha : 1;
    const double extent[] = {double(size.width), double(size.height)};
    std::array<double, 2> way{};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const double unit = convention.unit == px   ? 1
                            : convention.unit == uv ? extent[axis]
                                                    : extent[axis] / 2;
        const bool turned = convention.from_other != (axis == 1 && convention.up);
        way[axis] =
            (stored[axis] / divisor - convention.centre) * convention.scale * unit * (turned ? -1 : 1);
    }
    return way;
}

} // namespace atrous
