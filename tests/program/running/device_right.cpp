// Tests the check of kernels that are right, in a run. device_check.cpp tests wrong ones, which takes long.
#include "engine/messages.h"
#include "program/running/fresh_kernels.h"
#include "support/messages.h"

using namespace atrous;

TEST_CASE("right kernels: one check, which compiles nothing else, and the verdict is kept") {
    if (!has_device()) return;
    const Fresh fresh, unchecked;
    const Ran first = fresh.enhance("", "-v -o out/");
    CHECK(first.code == 0);
    CHECK(prints(first, line(messages::kernel_checked)));
    CHECK(unchecked
              .shell(
                  "",
                  "export ATROUS_NO_DEVICE_CHECK=1; atrous enhance -q --levels 2 --depth float a.tif -o out/")
              .code == 0);
    CHECK(fresh.count(".so") == unchecked.count(".so"));
    CHECK(fresh.count("device-checks-") == 1);
    CHECK(unchecked.count("device-checks-") == 0);
    const Ran again = fresh.enhance("", "-v -o b.tif");
    CHECK(again.code == 0);
    CHECK_FALSE(prints(again, line(messages::kernel_checked)));
    CHECK(fresh.difference("out/a.tif", "b.tif") == 0);
    CHECK(has_text(fresh.shell("", "atrous devices").out, "  right"));
    CHECK(has_text(unchecked.shell("", "atrous devices").out, "  not yet"));
    CHECK(has_text(fresh.shell("", "atrous devices --json").out, "\"found\": \"right\""));
}
