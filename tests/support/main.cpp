// doctest's main for every test program.
#define DOCTEST_CONFIG_IMPLEMENT
#include "support/skip.h"
#include <cstdio>
#include <doctest/doctest.h>

namespace {
bool something_was_skipped = false;
}

void atrous::test::skip(const std::string& reason) {
    something_was_skipped = true;
    std::printf("[SKIP] %s\n", reason.c_str());
}

int main(int argc, char** argv) {
    const int failed = doctest::Context(argc, argv).run();
    return failed == 0 && something_was_skipped ? atrous::test::skipped_code : failed;
}
