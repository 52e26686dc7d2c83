// Tests against complaints of users of other tools: images that do not fit into memory, and memory that grows
// with the number of jobs.
#include "base/error.h"
#include "engine/enhance/eaw_filter.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/named.h"
#include "support/skip.h"
#include <sys/resource.h>
#include <sys/wait.h>

using namespace atrous;
using namespace atrous::test;

namespace {

/// Largest resident memory, bytes, of a program run by the shell. -1 if it fails.
double peak_memory(const std::string& command) {
    const pid_t child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", ("exec " + command).c_str(), nullptr);
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? double(usage.ru_maxrss) * 1024 : -1;
}

} // namespace

TEST_CASE("an image larger than any plane is computed in regions, or an error; never a copy") {
    Pixels huge;
    huge.size = {60000, 60000};
    EawSettings s;
    s.space = named("lab");
    const EawResolved resolved = resolve(s, huge, {});
    CHECK_THROWS_AS(eaw_plan(resolved, huge, {}), Error);
    const Regions regions = eaw_regions(resolved, huge, {}, {}).regions;
    CHECK(regions.count() > 1);
    CHECK(regions.extra() < 0.05);
    try {
        eaw_regions(resolved, huge, {}, MemoryLimits::of(50 << 20));
        CHECK(false);
    } catch (const Error& error) {
        CHECK(error.kind == Exit::out_of_memory);
        CHECK(std::string(error.what()).find("60000x60000") != std::string::npos);
    }
}

TEST_CASE("a file that does not fit fails, writes nothing, and lets others pass") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/large.ppm", 900, 700);
    folder.ppm("in/small.ppm", 60, 50);
    for (const std::string limit : {"auto,1M", "300M,1M", ",1M"}) {
        const Ran ran =
            run_here(folder, "enhance --levels 6 --existing replace in -o out --max-memory " + limit);
        CHECK(ran.code == 33);
        for (const char* part : {"in/large.ppm", "900x700", "1.0 MiB", "--levels", "--max-memory"})
            CHECK(ran.says(part));
    }
    CHECK(folder.list("out") == "atrous-timings.jsonl small.ppm");
}

TEST_CASE("memory grows with the number of jobs") {
    if (!test::memory_is_measured()) return;
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("tiny.ppm", 8, 8);
    spill(folder.path / "in/0.ppm", "P6\n3300 2500\n255\n" + std::string(3300 * 2500 * 3, 'x'));
    for (const char* name : {"in/1.ppm", "in/2.ppm"})
        fs::copy_file(folder.path / "in/0.ppm", folder.path / name);
    const auto peak = [&](const std::string& arguments) {
        return peak_memory("'" + program() + "' enhance --device cpu --levels 2 -q --existing replace " +
                           arguments + " >/dev/null 2>&1");
    };
    const std::string at = "'" + folder.path.string() + "/", limited = "--max-memory 300M " + at + "in";
    peak(limited + "/0.ppm' -o " + at + "out/'"); // compiles kernels, which takes memory, too
    const double base = peak(at + "tiny.ppm' --log none -o " + at + "tiny-out.ppm'");
    if (base < 0) {
        MESSAGE("there is no OpenCL device of type CPU, whose memory is the machine's");
        return;
    }
    constexpr double cap = 300 << 20; // less than one of the images as a whole
    const double all = peak(limited + "' -j 64 -o " + at + "out'");
    CHECK(all > 0);
    CHECK(all < base + cap + (32 << 20)); // the allocator's own
    CHECK(fs::file_size(folder.path / "out/0.ppm") == fs::file_size(folder.path / "in/0.ppm"));
    CHECK(slurp(folder.path / "out/atrous-timings.jsonl").find("\"regions\":{\"count\":") !=
          std::string::npos);
}
