// Reports tests that cannot run here. The program then exits with CTest's code for skipped tests, unless a test failed.
#pragma once
#include <string>

namespace atrous::test {

/// Exit code of a test program with skips and without failures (SKIP_RETURN_CODE).
constexpr int skipped_code = 77;

/// Prints "[SKIP] reason".
void skip(const std::string& reason);

/// Returns false and reports a skip in builds with AddressSanitizer, which uses most of a process's memory
/// and exceeds any limit of address space.
bool memory_is_measured();

} // namespace atrous::test
