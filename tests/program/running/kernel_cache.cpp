// Tests the folder of compiled kernels: no other user can put code there. If it cannot be used, a run has a temporary one.
#include "platform/kernel_cache.h"
#include "base/log.h"
#include "opencl/messages.h"
#include "platform/messages.h"
#include "platform/private_folder.h"
#include "supervisor/messages.h"
#include "support/app_run.h"
#include "support/messages.h"
#include "support/skip.h"
#include <optional>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace atrous;

namespace {

constexpr uid_t stranger = 65534;

/// A folder with a cache and a TMPDIR, in no folder that others can write to.
struct Caches {
    Folder folder{};
    fs::path top = folder.path / "cache/atrous";

    Caches() {
        fs::create_directories(folder.path / "tmp");
        folder.ppm("a.ppm");
    }
    Ran shell(const std::string& command) const {
        return folder.shell("unset POCL_CACHE_DIR; export XDG_CACHE_HOME=$PWD/cache TMPDIR=$PWD/tmp; " +
                            command);
    }
    /// Runs a command that compiles no kernels.
    Ran devices() const { return shell("atrous devices"); }
    /// kernels-VERSION-PROCESSOR.
    fs::path kernels() const { return fs::directory_iterator(top)->path(); }
    /// Checks that a run used a temporary folder, for this reason, and removed it.
    void check_temporary(const Ran& ran, const std::string& reason) const {
        expect(ran, 0, {line(messages::kernels_not_cached, reason)});
        CHECK(folder.list("tmp").empty());
    }
};

/// Number of the check that fails, in a process with a cache for one run, when its worker ends. 0: none.
int end_of_worker(const fs::path& folder) {
    set_verbosity(Verbosity::quiet);
    ::unsetenv("POCL_CACHE_DIR");
    ::unsetenv("HOME");
    ::setenv("XDG_CACHE_HOME", "none", 1);
    ::setenv("TMPDIR", folder.c_str(), 1);
    std::optional<KernelCache> cache;
    cache.emplace(KernelCache::Use::run);
    const fs::path used = std::getenv("POCL_CACHE_DIR");
    if (used.parent_path() != fs::canonical(folder)) return 1;
    if (::fork() == 0) {
        cache.reset();
        ::_exit(0);
    }
    ::wait(nullptr);
    if (!fs::exists(used)) return 2;
    cache.reset();
    return fs::exists(used) ? 3 : 0;
}

} // namespace

TEST_CASE(
    "a folder of kernels that others can write to, or above it one without the sticky bit, is not used") {
    if (!has_device()) return;
    const Caches caches;
    CHECK_FALSE(prints(caches.devices(), line(messages::kernels_not_cached)));
    for (const fs::path& wide : {caches.kernels(), caches.top, caches.folder.path / "cache"}) {
        CAPTURE(wide);
        for (const mode_t mode : {0777, 0770}) {
            ::chmod(wide.c_str(), mode);
            caches.check_temporary(caches.devices(),
                                   wide.filename().string() + " can be written to by other users");
        }
        ::chmod(wide.c_str(), 0700);
    }
    ::chmod((caches.folder.path / "cache").c_str(), 01777); // as /tmp
    CHECK_FALSE(prints(caches.devices(), line(messages::kernels_not_cached)));
}

TEST_CASE("a folder of kernels is made only for its user, whatever the umask") {
    if (!has_device()) return;
    const Caches caches;
    CHECK(caches.shell("umask 0; atrous devices").code == 0);
    for (const fs::path& made : {caches.folder.path / "cache", caches.top, caches.kernels()})
        CHECK(fs::status(made).permissions() == fs::perms::owner_all);
}

TEST_CASE("another user's folder is not used: the cache's, or one above it") {
    if (!has_device()) return;
    if (geteuid() != 0) return test::skip("only root can make files of another user");
    const Caches caches;
    CHECK(caches.devices().code == 0);
    for (const fs::path& theirs : {caches.kernels(), caches.top, caches.folder.path / "cache"}) {
        CAPTURE(theirs);
        REQUIRE(::chown(theirs.c_str(), stranger, stranger) == 0);
        caches.check_temporary(caches.devices(), "belongs to another user (65534)");
        REQUIRE(::chown(theirs.c_str(), 0, 0) == 0);
    }
    // Environment of `sudo -E`.
    fs::create_directories(caches.folder.path / "home");
    REQUIRE(::chown((caches.folder.path / "home").c_str(), stranger, stranger) == 0);
    caches.check_temporary(caches.shell("unset XDG_CACHE_HOME; export HOME=$PWD/home; atrous devices"),
                           "home belongs to another user");
    CHECK(caches.folder.list("home").empty());
    // The target of a link counts, not the link.
    fs::create_directory_symlink(caches.folder.path / "home", caches.folder.path / "link");
    caches.check_temporary(caches.shell("export XDG_CACHE_HOME=$PWD/link; atrous devices"),
                           "home belongs to another");
}

TEST_CASE("relative paths in HOME, XDG_CACHE_HOME and XDG_CONFIG_HOME are ignored") {
    if (!has_device()) return;
    const Caches caches;
    spill(caches.folder.path / "rel/atrous/defaults", "nonsense\n");
    const Ran ran = caches.shell(
        "export XDG_CACHE_HOME=rel HOME=rel XDG_CONFIG_HOME=rel; atrous enhance -n a.ppm -o b.ppm");
    caches.check_temporary(ran, "neither XDG_CACHE_HOME nor HOME");
    CHECK(caches.folder.list("rel") == "atrous/defaults");
}

TEST_CASE("without a private folder of kernels, nothing is run, and the error has the reason and a remedy") {
    if (!has_device()) return;
    const Caches caches;
    ::chmod((caches.folder.path / "tmp").c_str(), 0777);
    expect(caches.shell("unset HOME; XDG_CACHE_HOME=/dev/null/none atrous devices"), 4,
           {message(messages::kernel_folder_missing, anything, anything), "/dev/null",
            "tmp can be written to by other users"});
}

TEST_CASE("a folder for one run stays until that ends, though workers end") {
    const Folder folder;
    const pid_t child = ::fork();
    if (child == 0) ::_exit(end_of_worker(folder.path));
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("a crash of the device's work names the folder of kernels, any other crash does not") {
    if (!has_device()) return;
    const Caches caches;
    const std::string enhance = " atrous enhance --log none --levels 1 --radius 1 a.ppm -o ";
    expect(caches.shell("ATROUS_HARM=filtering:a.ppm:11" + enhance + "b.ppm"), 1,
           {line(messages::kernels_suspect)});
    const Ran decoding = caches.shell("ATROUS_HARM=decoding:a.ppm:11" + enhance + "c.ppm");
    CHECK(decoding.code == 1);
    CHECK_FALSE(prints(decoding, line(messages::kernels_suspect)));
}

TEST_CASE("a damaged compiled kernel is compiled again for the run, with one warning") {
    if (!has_device()) return;
    const Caches caches;
    const auto enhance = [&](const std::string& output) {
        return caches.shell("atrous enhance --log none --levels 1 --radius 1 a.ppm -o " + output);
    };
    REQUIRE(enhance("a.tif").code == 0);
    const auto damage = [&](std::uintmax_t bytes) {
        int found = 0;
        for (const auto& entry : fs::recursive_directory_iterator(caches.top))
            if (entry.path().extension() == ".so" && has_text(entry.path().string(), "eaw_decompose"))
                ++found, fs::resize_file(entry.path(), bytes);
        return found;
    };
    if (damage(0) == 0) return test::skip("this OpenCL driver keeps no compiled kernels here");
    for (const bool is_checked : {true, false})
        for (const std::uintmax_t bytes : {0, 4096, 16384}) {
            CAPTURE(is_checked);
            CAPTURE(bytes);
            damage(bytes);
            if (!is_checked)
                for (const auto& entry : fs::directory_iterator(caches.kernels()))
                    if (entry.path().extension() == ".json") fs::remove(entry.path());
            const std::string output = std::to_string(bytes) + (is_checked ? "a.tif" : "b.tif");
            const Ran ran = enhance(output);
            expect(ran, 0, {message(messages::kernels_suspect, anything, caches.kernels())});
            CHECK(count_of(ran.err, "atrous: ") == 1);
            CHECK(samples_in(caches.folder.path / output) == samples_in(caches.folder.path / "a.tif"));
            CHECK(caches.folder.list("tmp").empty());
        }
}

TEST_CASE("an empty program among the compiled kernels is compiled again") {
    if (!has_device()) return;
    const Caches caches;
    const std::string enhance = "atrous enhance --log none --levels 1 --radius 1 a.ppm -o ";
    REQUIRE(caches.shell(enhance + "a.tif").code == 0);
    int found = 0;
    for (const auto& entry : fs::recursive_directory_iterator(caches.top))
        if (entry.path().filename() == "program.bc") ++found, fs::resize_file(entry.path(), 0);
    if (found == 0) return test::skip("this OpenCL driver keeps no programs here");
    for (const char* output : {"b.tif", "c.tif"}) {
        expect(caches.shell(enhance + output), 0, {});
        CHECK(samples_in(caches.folder.path / output) == samples_in(caches.folder.path / "a.tif"));
    }
}

TEST_CASE("kernels that cannot be compiled since the disk is full: the error names the folder") {
    if (!has_device()) return;
    const Caches caches;
    const std::string unshare = geteuid() == 0 ? "unshare -m" : "unshare -Urm";
    if (caches.folder.shell(unshare + " true").code != 0)
        return test::skip("no mount namespaces here, so no small disks");
    for (const std::string tmpdir : {"cache/tmp", "tmp"}) {
        CAPTURE(tmpdir);
        spill(
            caches.folder.path / "full.sh",
            "mkdir -p cache; mount -t tmpfs -o size=300k,mode=700 small cache; mkdir -p -m 700 cache/tmp; TMPDIR=$PWD/" +
                tmpdir + " '" + program() + "' enhance --log none --levels 1 a.ppm -o b.ppm");
        const Ran ran = caches.shell(unshare + " sh ./full.sh");
        CHECK(ran.says("cache/atrous/kernels-"));
        CHECK((ran.code == 0) == (tmpdir == "tmp")); // kernels for this run may be elsewhere
        CHECK(caches.folder.has("b.ppm") == (ran.code == 0));
    }
}

TEST_CASE(
    "without a linker the run ends with one error that names it, unless the kernels are compiled already") {
    if (!has_device()) return;
    const Caches caches;
    const auto run = [&](const std::string& path, const std::string& more = "") {
        return caches.shell("PATH='" + path + "' " + program() +
                            " enhance --log none --existing replace --levels 1 " + more + "a.ppm -o b.ppm");
    };
    spill(caches.folder.path / "broken/ld", "#!/bin/sh\nexit 1\n");
    fs::permissions(caches.folder.path / "broken/ld", fs::perms::owner_all);
    const std::string broken = (caches.folder.path / "broken").string();
    for (const std::string& path : {std::string("/nonexistent"), std::string(), broken}) {
        const Ran ran = run(path);
        if (ran.code == 0) return test::skip("this OpenCL driver needs no ld");
        expect(ran, 4, {line(messages::linker_missing, path)});
        CHECK(count_of("\n" + ran.err, "\natrous: ") ==
              1); // since PoCL 5, the driver prints lines of its own
    }
    CHECK(run(std::getenv("PATH"), "--radius 1 ").code == 0);
    for (const std::string& path : {std::string("/nonexistent"), broken}) {
        CHECK(run(path, "--radius 1 ").code == 0);
        const Ran other = run(path, "--radius 2 --luma 2 --space rgb "); // PoCL prints lines of its own
        expect(other, 4, {line(messages::linker_missing, path)});
        CHECK(count_of(other.err, "atrous: ") == 1);
    }
}

TEST_CASE("without /sys, in which PoCL would end the process, the error names it") {
    if (!has_device()) return;
    const Caches caches;
    const std::string unshare = geteuid() == 0 ? "unshare -m" : "unshare -Urm";
    if (caches.folder.shell(unshare + " mount -t tmpfs none /sys").code != 0)
        return test::skip("no mount namespaces here");
    for (const char* command : {"devices", "enhance a.ppm -o b.ppm"}) {
        spill(caches.folder.path / "sys.sh",
              "mount -t tmpfs none /sys; PATH=/nonexistent '" + program() + "' " + command);
        const Ran ran = caches.shell(unshare + " sh ./sys.sh");
        expect(ran, 4, {line(messages::sysfs_missing)});
        CHECK(count_of(ran.err, "atrous: ") == 1);
    }
}

TEST_CASE("limits of the shell: a stack or files that are too small are named, with what to do") {
    if (!has_device()) return;
    const Caches caches;
    expect(caches.shell("ulimit -s 64; cold_atrous devices"), 2,
           {line(messages::stack_too_small, "64 KiB", "8192")});
    CHECK(caches.shell("ulimit -S -s 64; cold_atrous devices").code == 0);
    CHECK(caches.shell("ulimit -s 300; cold_atrous devices").code == 0);
}

TEST_CASE("which folders are private") {
    const Folder folder;
    const fs::path made = folder.path / "a/b";
    CHECK(make_private_folder(made).empty());
    CHECK(reason_not_private(made).empty());
    spill(folder.path / "file", "x");
    CHECK(reason_not_private(folder.path / "file").find("is no folder") != std::string::npos);
    CHECK(make_private_folder(folder.path / "file/x").find("cannot be made") != std::string::npos);
    CHECK_FALSE(reason_not_private("/tmp").empty());
}
