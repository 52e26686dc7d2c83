// What becomes of compiled kernels that are not what they were: all are compiled anew, and no pixel is another one.
#include "supervisor/kernel_folder.h"
#include "support/app_run.h"
#include <sys/stat.h>

using namespace atrous;

namespace {

/// A run whose kernels lie in a folder of its own.
struct Cached {
    Folder folder{};

    Cached() { folder.ppm("a.ppm"); }
    Ran enhance() const {
        return folder.shell("unset POCL_CACHE_DIR; export XDG_CACHE_HOME=$PWD/cache; atrous enhance --no-log "
                            "--overwrite --levels 1 --radius 1 a.ppm -o b.ppm");
    }
    std::string result() const { return slurp(folder.path / "b.ppm"); }
    fs::path top() const { return fs::directory_iterator(folder.path / "cache/atrous")->path(); }
    fs::path newest() const { return top() / std::to_string(kernel_generations(top()).back()); }
    /// What PoCL compiled: code, and what more of it is made from. None of another device.
    std::vector<fs::path> kernels() const {
        std::vector<fs::path> found;
        for (const auto& entry : fs::recursive_directory_iterator(newest()))
            if (entry.path().extension() == ".so" || entry.path().extension() == ".bc")
                found.push_back(entry.path());
        return found;
    }
};

std::string with_turned_bit(std::string bytes, std::size_t bit) {
    bytes[bit / 8] = char(bytes[bit / 8] ^ (1 << bit % 8));
    return bytes;
}

} // namespace

TEST_CASE("kernels that are damaged, however, are noticed before they run, and all are compiled anew") {
    if (!has_device()) return;
    const Cached run;
    check(run.enhance(), 0, {});
    if (run.kernels().empty()) return; // a device that is not PoCL's
    CHECK_FALSE(fs::exists(run.folder.path / "cache/pocl"));
    const std::string right = run.result();
    check(run.enhance(), 0, {});
    const auto garbage = [](const std::string& bytes) { return std::string(bytes.size(), 'x'); };
    const auto cut = [](const std::string& bytes) { return bytes.substr(0, bytes.size() / 2); };
    const auto empty = [](const std::string&) { return std::string(); };
    const auto turned = [](const std::string& bytes) { return with_turned_bit(bytes, bytes.size() * 3); };
    for (std::string (*const damage)(const std::string&) : {+garbage, +cut, +empty, +turned}) {
        const fs::path before = run.newest();
        for (const fs::path& kernel : run.kernels()) spill(kernel, damage(slurp(kernel)));
        check(run.enhance(), 0, {"a compiled kernel is damaged, all are compiled anew"});
        CHECK(run.result() == right);
        CHECK(run.newest() != before);
        const Ran again = run.enhance();
        CHECK(again.code == 0);
        CHECK(again.err.empty());
    }
}

TEST_CASE("kernels that nobody noted and that crash are compiled anew for the next worker") {
    if (!has_device()) return;
    const Cached run;
    check(run.enhance(), 0, {});
    if (run.kernels().empty()) return;
    const std::string right = run.result();
    fs::remove(run.newest() / "manifest");
    for (const fs::path& kernel : run.kernels())
        if (kernel.extension() == ".so") spill(kernel, slurp(kernel).substr(0, 4096));
    check(run.enhance(), 0, {"a worker process crashed", "kernels are compiled anew"});
    CHECK(run.result() == right);
}

TEST_CASE("each bit of a compiled kernel counts, however old the file says that it is") {
    if (!has_device()) return;
    const Cached run;
    check(run.enhance(), 0, {});
    const fs::path folder = run.newest();
    CHECK(damaged_kernel(folder).empty());
    for (const fs::path& kernel : run.kernels()) {
        const std::string bytes = slurp(kernel);
        const auto time = fs::last_write_time(kernel);
        const std::size_t bits = bytes.size() * 8;
        for (std::size_t bit = 0; bit < bits; bit += bits / 13) {
            spill(kernel, with_turned_bit(bytes, bit));
            fs::last_write_time(kernel, time);
            CHECK(damaged_kernel(folder) == kernel);
        }
        spill(kernel, bytes);
    }
    CHECK(damaged_kernel(folder).empty());
}

TEST_CASE(
    "the list of compiled kernels may name what is a pipe by now: that is damaged, and nobody reads it") {
    const Folder folder;
    spill(folder.path / "kernels/manifest", "0 2 pipe\n7 2 gone\n");
    CHECK(damaged_kernel(folder.path / "kernels").empty());
    REQUIRE(::mkfifo((folder.path / "kernels/pipe").c_str(), 0600) == 0);
    CHECK(damaged_kernel(folder.path / "kernels") == folder.path / "kernels/pipe");
}
