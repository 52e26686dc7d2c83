// Tests `atrous bench` with kernels that leave pixels out: rows are compared only in memory that held no
// result before.
#include "lab/messages.h"
#include "support/edited_kernels.h"
#include "support/messages.h"
#include <cstdlib>

using namespace atrous;

namespace {

/// Copies the kernels into the folder. The kernel that `head` begins leaves out a row of its results.
void leave_out(const Folder& folder, const std::string& file, const std::string& head) {
    const std::string text = slurp(fs::path(source_dir()) / "kernels" / file);
    const std::size_t at = text.find(head);
    REQUIRE(at != std::string::npos);
    const std::string begin = text.substr(at, text.find('{', at) + 1 - at);
    write_kernels(folder.path / "kernels", {{file, begin, begin + "if (get_global_id(1) == 5) return;"}});
}

struct Unwritten {
    const char *options, *file, *head;
    bool takes_long = false; ///< only with ATROUS_EXHAUSTIVE in the environment
};
/// Sizes whose arrays begin as pages of zeros in most processes, so that unwritten pixels would agree.
constexpr Unwritten unwritten[] = {
    {"--levels 2 --size 256x192 --order split,ascending", "pixel/pixel.cl", "kernel void pixel_leave("},
    {"--match svgf --size 40x24", "svgf/leave.cl", "kernel void svgf_leave(", true},
    {"--match teach --levels 2 --size 256x192", "teach/figure4.cl", "kernel void figure4("}};

} // namespace

TEST_CASE("a row that leaves pixels unwritten fails, though another row wrote the same ones before") {
    if (!has_device()) return;
    for (const Unwritten& row : unwritten) {
        if (row.takes_long && !std::getenv("ATROUS_EXHAUSTIVE")) continue;
        CAPTURE(row.options);
        const Folder folder;
        leave_out(folder, row.file, row.head);
        const Ran ran = folder.shell(std::string("ATROUS_KERNEL_DIR=$PWD/kernels atrous bench --repeat 1 ") +
                                     row.options);
        expect(ran, 1, {line(messages::bench_unwritten)});
    }
}

/// Runs only with ATROUS_EXHAUSTIVE, because --match scale compiles for long.
TEST_CASE("an access of scale that leaves samples unwritten fails") {
    if (!std::getenv("ATROUS_EXHAUSTIVE") || !has_device()) return;
    const Folder folder;
    leave_out(folder, "scale/rows.cl", "kernel void scale_rows_local(");
    const Ran ran = folder.shell("ATROUS_KERNEL_DIR=$PWD/kernels "
                                 "atrous bench --match scale --size 48x8 --repeat 1");
    expect(ran, 5, {line(messages::bench_access)});
}
