// Tests that cannot run here say so, and the program exits with the code that CTest counts as skipped; a failure
// stays a failure.
#pragma once
#include <string>

namespace atrous::test {

/// Exit code of a test program in which nothing failed but something was skipped (SKIP_RETURN_CODE).
constexpr int skipped_code = 77;

/// Prints "[SKIP] reason".
void skip(const std::string& reason);

/// False, and a line that says so, in builds with AddressSanitizer: what it keeps is most of a process's memory, and no limit
/// of address space holds it.
bool memory_is_measured();

} // namespace atrous::test
