// What filters must know of the device that runs them, without knowing OpenCL.
#pragma once
#include <cstddef>
#include <string>

namespace atrous {

struct DeviceTraits {
    bool is_cpu = true;
    int native_vector = 8; ///< floats per vector register
    std::size_t largest_group = 256;
    std::size_t local_memory = 32768;
    std::string vendor{}, name{}; ///< for the bank table
    int units = 64;               ///< that compute side by side
    int compute_capability = 0;   ///< NVIDIA's, 80 for 8.0; 0: another vendor's, or not known
};

} // namespace atrous
