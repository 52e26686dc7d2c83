// Shapes of the buffers that the passes of à-trous filters share: plane stacks with guards, axis tables.
#pragma once
#include "atrous/params.h"
#include "base/size.h"
#include <cstddef>

namespace atrous {

/// Whether a plane of this size has at most 2^31 - 1 floats, as kernels can count.
bool plane_is_possible(Size size);
/// Floats of the widest vectors.
constexpr int widest_vector = 16;
/// Planes of `size` whose rows begin at multiples of `line` samples, itself one of widest_vector and at most 64, with guards wide
/// enough for taps `reach` pixels beside a row. Throws a file error if such a plane is not possible.
kernels::PlaneStack plane_stack(Size size, int reach, int line = widest_vector);
/// Tables of an axis of n pixels that begin `first` ints into the table buffer; `border`: a Border of
/// kernels/atrous/params.h.
kernels::AxisTables axis_tables(int n, int first, int border);
/// Bytes of the tables of both axes for so many levels.
std::size_t table_bytes(const kernels::AxisTables& x, const kernels::AxisTables& y, int levels);

} // namespace atrous
