// Compares the memory that -n prints with the memory of the process.
#include "denoise/shot.h"
#include "support/skip.h"
#include <regex>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace denoise_test;

namespace {

/// Largest resident memory, MiB, of `atrous ARGUMENTS` in the folder. Fails the test unless it succeeds.
double peak_of(const Folder& folder, const std::string& arguments) {
    const std::string command =
        "cd '" + folder.path.string() + "' && ATROUS_NO_SUPERVISOR=1 exec '" + program() + "' " + arguments;
    const pid_t child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 0));
    return double(usage.ru_maxrss) / 1024;
}

double said_of(const Folder& folder, const std::string& arguments) {
    const Ran ran =
        folder.shell("'" + program() + "' " + arguments); // not the one that is forked, which shares pages
    std::smatch found;
    CAPTURE(ran.err);
    REQUIRE(std::regex_search(ran.out, found, std::regex("([0-9.]+) (MiB|GiB)\n")));
    return std::stod(found[1]) * (found[2] == "GiB" ? 1024 : 1);
}

/// A large image and a tiny one, each with albedo, normals and depth.
void make(const Folder& folder, const std::string& name, int side, int seed) {
    std::vector<float> samples;
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) samples.push_back(1 + float((x + y + seed) % 7));
    files::ExrPart part{"", {}};
    for (const char* channel : {"B", "G", "N.X", "N.Y", "N.Z", "R", "Z", "albedo.B", "albedo.G", "albedo.R"})
        part.channels.push_back({channel, files::ExrType::single, 1, samples});
    part.width = part.display_width = part.height = part.display_height = side;
    spill(folder.path / name, files::exr({part}));
}

} // namespace

TEST_CASE(
    "a window whose pixels are beyond --max-memory is refused before anything is read, for -n as well") {
    if (!has_device()) return;
    const Folder folder;
    files::ExrPart part{"", {}};
    part.width = part.display_width = part.height = part.display_height = 2048;
    const std::vector<float> samples(2048 * 2048);
    for (const char* channel : {"B", "G", "R"})
        part.channels.push_back({channel, files::ExrType::single, 1, samples});
    spill(folder.path / name_of(1), files::exr({part}));
    for (const std::string options : {"", "-n "}) {
        const Ran ran = folder.run("denoise --log none --temporal window:2 --max-memory 100M " + options +
                                   name_of(1) + " -o b.exr");
        CAPTURE(ran.err);
        CHECK(ran.code == 33);
        for (const char* said :
             {"2048x2048 needs", "up to 4 frames around it", "--max-memory allows 100 MiB", "layers"})
            CHECK(ran.says(said));
        CHECK_FALSE(folder.has("b.exr"));
    }
}

TEST_CASE(
    "-n prints the memory of a process for a result, within a tenth, a fifth above with a full window, with halves as well") {
    if (!test::memory_is_measured()) return;
    if (!has_device()) return;
    const Folder folder;
    for (const auto& [shot, side, seed] :
         {std::tuple{"a.", 640, 0}, {"a.half.", 640, 1}, {"tiny.", 64, 0}, {"tiny.half.", 64, 1}}) {
        make(folder, shot + name_of(1), side, seed);
        for (const int n : {2, 3, 4, 5})
            fs::copy_file(folder.path / (shot + name_of(1)), folder.path / (shot + name_of(n)));
    }
    const std::string all = "denoise --device cpu --log none -q --existing replace --sigma fit=0 --levels 1 ";
    const std::string one = "--temporal window:1 --frames 1-3 --chunk 1/3 ",
                      two = "--temporal window:2 --frames 1-5 --chunk 3/5 ";
    // How much of a full window is in memory at once depends on the order in which threads read and free frames.
    for (const auto& [has_half, window, most] :
         {std::tuple{false, one, 1.1}, {true, one, 1.1}, {false, two, 1.2}, {true, two, 1.2}}) {
        const std::string how = all + window;
        CAPTURE(how);
        CAPTURE(has_half);
        const auto shot = [&](const std::string& name) {
            return (has_half ? "--half " + name + "half.s.####.exr " : "") + name +
                   "s.####.exr -o out.####.exr";
        };
        peak_of(folder, how + shot("tiny.")); // compiles kernels, which also takes memory
        const double tiny = peak_of(folder, how + shot("tiny.")), is = peak_of(folder, how + shot("a.")),
                     said = said_of(folder, how + "-n " + shot("a."));
        MESSAGE("tiny frames " << tiny << " MiB, 640x640 " << is << ", said " << said);
        CHECK(is > 1.5 * tiny); // the frames dominate
        CHECK(said > 0.9 * is);
        CHECK(said < most * is);
    }
}
