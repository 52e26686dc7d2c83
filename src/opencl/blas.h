// Compares two results in device memory. blas.cpp is the only file that includes CLBlast.
#pragma once
#include "opencl/binding.h"

namespace atrous {

struct Difference {
    double largest = 0;     ///< max |a - b|
    double relative_l2 = 0; ///< |a - b| / |b| (NaN if a or b holds one)
};

/// Returns the difference of two arrays of floats, as the host computes it.
/// Throws an internal error if their sizes differ or the device fails.
Difference difference(const DeviceArray& a, const DeviceArray& b);

} // namespace atrous
