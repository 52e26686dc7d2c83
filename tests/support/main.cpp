// Defines doctest's main for every test program.
#define DOCTEST_CONFIG_IMPLEMENT
#include "support/skip.h"
#include "support/warm.h"
#include <cstdio>
#include <cstdlib>
#include <doctest/doctest.h>
#include <string>

namespace {

bool something_was_skipped = false;

/// Makes tests and the programs that they run share PoCL's own cache. By default the program has one of its own.
void share_kernels() {
    const char *const cache = std::getenv("XDG_CACHE_HOME"), *const home = std::getenv("HOME");
    const std::string top = cache ? cache : home ? std::string(home) + "/.cache" : "";
    if (!top.empty()) ::setenv("POCL_CACHE_DIR", (top + "/pocl/kcache").c_str(), 0);
}

} // namespace

void atrous::test::skip(const std::string& reason) {
    something_was_skipped = true;
    std::printf("[SKIP] %s\n", reason.c_str());
}

bool atrous::test::memory_is_measured() {
#ifdef __SANITIZE_ADDRESS__
    skip("memory says nothing under AddressSanitizer");
    return false;
#else
    return true;
#endif
}

int main(int argc, char** argv) {
    share_kernels();
    const atrous::WarmProgram warm;
    const int failed = doctest::Context(argc, argv).run();
    return failed == 0 && something_was_skipped ? atrous::test::skipped_code : failed;
}
