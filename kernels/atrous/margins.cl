// Writes zeros to the parts of a buffer of planes that no other kernel writes: its guards, and the end of each row.
// Vectors read there, and border drop multiplies the values by 0, so they must not be NaN.
#include "atrous/params.h"

// One work-item per row, and one for the guards.
kernel void clear_margins(global ushort *restrict buffer, const PlaneMargins m) {
    const size_t row = get_global_id(0), end = m.guard + (size_t)m.rows * m.pitch;
    if (row < (size_t)m.rows)
        for (int i = m.used; i < m.pitch; ++i) buffer[m.guard + row * m.pitch + i] = 0;
    if (row == (size_t)m.rows)
        for (int i = 0; i < m.guard; ++i) buffer[i] = buffer[end + i] = 0;
}
