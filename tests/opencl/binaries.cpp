// Programs that atrous keeps for drivers that keep none: an option, a kernel's text or damage makes it
// compile again.
#include "opencl/messages.h"
#include "support/edited_kernels.h"
#include "support/skip.h"
#include <doctest/doctest.h>
#include <vector>

using namespace atrous;

namespace {

/// Runs that keep the binaries of all drivers, in a separate folder.
struct Kept {
    Folder folder{};

    Kept() { folder.ppm("a.ppm"); }
    Ran enhance(const std::string& output, const std::string& variables = "ATROUS_BINARIES_OF_ALL=1") const {
        return folder.shell("unset POCL_CACHE_DIR; export XDG_CACHE_HOME=$PWD/cache; " + variables +
                            " ATROUS_KERNEL_OPTIONS=\"$MORE\" atrous enhance -v --levels 1 "
                            "--log none --existing replace a.ppm -o " +
                            output);
    }
    std::vector<fs::path> binaries() const {
        std::vector<fs::path> found;
        for (const auto& entry : fs::recursive_directory_iterator(folder.path / "cache"))
            if (entry.path().filename().string().starts_with("binary-")) found.push_back(entry.path());
        return found;
    }
};

constexpr const char* used = messages::kernel_kept.text;

} // namespace

TEST_CASE("a driver that keeps no compiled kernels: ours are used by the next run, with the same result") {
    if (!has_device()) return;
    const Kept kept;
    const Ran first = kept.enhance("b.ppm"), again = kept.enhance("c.ppm");
    CHECK(first.code == 0);
    CHECK_FALSE(first.says(used));
    check(again, 0, {used});
    CHECK(slurp(kept.folder.path / "b.ppm") == slurp(kept.folder.path / "c.ppm"));
    CHECK(kept.folder.list("cache").find("/.new-") == std::string::npos); // each has got its name
    CHECK_FALSE(kept.enhance("d.ppm", "MORE=-DOTHER ATROUS_BINARIES_OF_ALL=1").says(used));
    // Changes a kernel's text.
    write_kernels(kept.folder.path / "kernels", {});
    const std::string own = "ATROUS_KERNEL_DIR=$PWD/kernels ATROUS_BINARIES_OF_ALL=1";
    check(kept.enhance("e.ppm", own), 0, {used});
    for (const auto& entry : fs::recursive_directory_iterator(kept.folder.path / "kernels"))
        if (entry.path().extension() == ".cl") spill(entry.path(), slurp(entry.path()) + "// other\n");
    CHECK_FALSE(kept.enhance("f.ppm", own).says(used));
}

TEST_CASE("a binary that the driver does not take is compiled again") {
    if (!has_device()) return;
    const Kept kept;
    CHECK(kept.enhance("b.ppm").code == 0);
    REQUIRE_FALSE(kept.binaries().empty());
    for (const char* wrong : {"", "nothing that a driver knows"}) {
        CAPTURE(wrong);
        for (const fs::path& binary : kept.binaries()) spill(binary, wrong);
        const Ran ran = kept.enhance("c.ppm");
        CHECK(ran.code == 0);
        CHECK_FALSE(ran.says(used));
        CHECK(slurp(kept.folder.path / "b.ppm") == slurp(kept.folder.path / "c.ppm"));
        check(kept.enhance("c.ppm"), 0, {used});
    }
}

TEST_CASE(
    "a driver that keeps compiled kernels is not asked for binaries, for which PoCL compiles each kernel twice") {
    if (!has_device()) return;
    const Kept kept;
    CHECK(kept.enhance("b.ppm", "").code == 0);
    std::size_t compiled = 0;
    for (const auto& entry : fs::recursive_directory_iterator(kept.folder.path / "cache")) {
        compiled += entry.path().extension() == ".so" ? 1 : 0;
        CHECK(entry.path().filename() != "0-0-0"); // for groups of any size, as in binaries
    }
    CHECK(kept.binaries().empty());
    if (compiled == 0) test::skip("the driver is not PoCL, or keeps kernels elsewhere");
}
