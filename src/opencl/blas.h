// Compares two results in device memory. blas.cpp is the only file that includes CLBlast. The minimal build
// compares on the host (blas.cpp without ATROUS_IO).
#pragma once
#include "opencl/binding.h"

namespace atrous {

struct Difference {
    double largest = 0;     ///< max |a - b|
    double relative_l2 = 0; ///< |a - b| / |b| (NaN if a or b holds one)
};

/// The difference of two arrays of floats of the same engine. `a` becomes a - b (minimal build: stays).
/// Throws an internal error if their sizes differ or the device fails.
Difference difference(DeviceArray& a, const DeviceArray& b);

} // namespace atrous
