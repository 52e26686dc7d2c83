// Kernel text for the compiler: embedded files, or those of ATROUS_KERNEL_DIR while developing.
#pragma once
#include <string>

namespace atrous {

/// The text of kernel file `name` with its includes in place, each once, led by #line directives so that the
/// compiler's messages name the real file. Throws an internal error if a file is missing.
std::string kernel_source(const std::string& name);

} // namespace atrous
