// Memory for planes of the native loops. Hides how the system is asked for huge pages.
#pragma once
#include <cstddef>
#include <memory>

namespace atrous {

/// Gives mapped memory back.
struct Unmap {
    std::size_t bytes = 0;
    void operator()(float* at) const noexcept;
};

/// Floats that are zero until they are written, from a multiple of 2 MiB on; in huge pages where the system has them.
std::unique_ptr<float[], Unmap> huge_floats(std::size_t count);

} // namespace atrous
