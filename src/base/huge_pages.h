// Memory for planes and samples.
#pragma once
#include <cstddef>

namespace atrous {

/// Room for so many bytes, to be given to std::free. Where there are many, in huge pages if the system has them: a
/// photograph's planes are then there after hundreds of page faults, not hundreds of thousands. Throws std::bad_alloc.
void* allocate_pages(std::size_t bytes);

} // namespace atrous
