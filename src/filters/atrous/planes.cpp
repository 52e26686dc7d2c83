// Alignment and guards of device buffers.
#include "filters/atrous/planes.h"
#include "base/error.h"

namespace atrous {
namespace {

constexpr int widest_line = 64; // samples
constexpr std::int64_t most_floats = 0x7fffffff;

} // namespace

bool plane_is_possible(Size size) {
    return round_up<std::int64_t>(size.width, widest_line) * size.height <= most_floats;
}

kernels::PlaneStack plane_stack(Size size, int reach, int line) {
    if (!plane_is_possible(size))
        throw file_error("an image of " + to_string(size) + " is too large: a plane may have " +
                         std::to_string(most_floats) + " pixels; cut it into parts");
    const int pitch = round_up(size.width, line);
    return {size.width, size.height, pitch, pitch * size.height, round_up(reach + widest_vector, line)};
}

kernels::AxisTables axis_tables(int n, int first, int border) {
    const int length = round_up(n, widest_vector) + widest_vector;
    const int columns =
        border == kernels::BORDER_REFLECT ? kernels::AXIS_COLUMNS_REFLECT : kernels::AXIS_COLUMNS;
    return {n, length, first, length * columns};
}

std::size_t table_bytes(const kernels::AxisTables& x, const kernels::AxisTables& y, int levels) {
    return std::size_t(levels) * std::size_t(x.level + y.level) * sizeof(int);
}

} // namespace atrous
