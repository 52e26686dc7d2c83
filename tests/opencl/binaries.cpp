// Compiled programs on the disk: found by the whole key alone, and only as they were.
#include "opencl/binaries.h"
#include "support/app_run.h"
#include "support/skip.h"
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace atrous;

namespace {

fs::path only_file(const Folder& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder.path)) files.push_back(entry.path());
    REQUIRE(files.size() == 1);
    return files.front();
}

} // namespace

TEST_CASE("a binary is found by its key, whatever bytes both have; another key finds nothing") {
    const Folder folder;
    const Binaries binaries(folder.path);
    const std::string binary("\0\n\xff binary", 10);
    for (const std::string& key :
         {std::string("device\n-cl-opt\nsource"), std::string("\0", 1), std::string()}) {
        CHECK_FALSE(binaries.find(key));
        binaries.keep(key, binary);
        CHECK(binaries.find(key) == binary);
        CHECK_FALSE(binaries.find(key + "x"));
        binaries.keep(key, "newer");
        CHECK(binaries.find(key) == "newer");
    }
}

TEST_CASE("a binary that is cut anywhere, or has one other bit, is none") {
    const Folder folder;
    const Binaries binaries(folder.path);
    binaries.keep("key", "binary");
    const fs::path file = only_file(folder);
    const std::string whole = slurp(file);
    for (std::size_t i = 0; i < whole.size(); ++i) {
        spill(file, whole.substr(0, i));
        CHECK_FALSE(binaries.find("key"));
        std::string other = whole;
        other[i] = char(other[i] ^ 1);
        spill(file, other);
        CHECK_FALSE(binaries.find("key"));
    }
    spill(file, whole);
    CHECK(binaries.find("key") == "binary");
}

TEST_CASE(
    "no folder, one that is not there, and an empty binary keep nothing; many at once leave a whole one") {
    const Folder folder;
    Binaries().keep("key", "binary");
    CHECK_FALSE(Binaries().find("key"));
    const Binaries nowhere(folder.path / "none"), here(folder.path);
    nowhere.keep("key", "binary");
    CHECK_FALSE(nowhere.find("key"));
    here.keep("key", "");
    CHECK(folder.list(".").empty());
    std::vector<pid_t> writers;
    for (int i = 0; i < 4; ++i) {
        writers.push_back(fork());
        if (writers.back() == 0) {
            for (int time = 0; time < 50; ++time) here.keep("key", std::string(1000, char('a' + i)));
            ::_exit(0);
        }
    }
    for (const pid_t writer : writers) waitpid(writer, nullptr, 0);
    const auto found = here.find("key");
    REQUIRE(found);
    CHECK(found->size() == 1000);
    CHECK(found->find_first_not_of(found->front()) == std::string::npos);
    only_file(folder);
}

TEST_CASE("a driver that keeps no compiled kernels: ours are used by the next run, with the same result") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    const std::string run =
        "unset POCL_CACHE_DIR; ATROUS_BINARIES_OF_ALL=1 XDG_CACHE_HOME=$PWD/cache "
        "ATROUS_KERNEL_OPTIONS=-cl-opt-disable atrous enhance -v --levels 1 --no-log a.ppm -o ";
    const Ran first = folder.shell(run + "b.ppm"), again = folder.shell(run + "c.ppm");
    CHECK(first.code == 0);
    CHECK_FALSE(first.says("of an earlier run"));
    check(again, 0, {"a compiled kernel of an earlier run is used"});
    CHECK(slurp(folder.path / "b.ppm") == slurp(folder.path / "c.ppm"));
    CHECK(folder.shell("ls cache/atrous/kernels-*/1/binary-*").code == 0);
}

TEST_CASE(
    "a driver that keeps compiled kernels is not asked for binaries, for which PoCL compiles each kernel twice") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    const Ran ran =
        folder.shell("unset POCL_CACHE_DIR; XDG_CACHE_HOME=$PWD/cache ATROUS_KERNEL_OPTIONS=-cl-opt-disable "
                     "atrous enhance --levels 1 --no-log a.ppm -o b.ppm");
    CHECK(ran.code == 0);
    std::size_t compiled = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder.path / "cache")) {
        compiled += entry.path().extension() == ".so" ? 1 : 0;
        CHECK(entry.path().filename() != "0-0-0"); // for groups of any size, as in binaries
    }
    if (compiled == 0) test::skip("the driver is not PoCL, or keeps kernels elsewhere");
}
