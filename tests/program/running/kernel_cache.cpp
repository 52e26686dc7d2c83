// Where compiled kernels lie: nobody else can put code there, there is room, and they are compiled anew where they are damaged alone.
#include "supervisor/kernel_cache.h"
#include "base/log.h"
#include "platform/private_folder.h"
#include "supervisor/kernel_folder.h"
#include "support/app_run.h"
#include "support/skip.h"
#include <fcntl.h>
#include <optional>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace atrous;

namespace {

constexpr uid_t stranger = 65534;

/// A folder with a cache and a TMPDIR in it, below nothing that others can write to.
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
    /// Runs where kernels need not be compiled.
    Ran devices() const { return shell("atrous devices"); }
    Ran enhance(const std::string& variables = "") const {
        return shell(variables + " atrous enhance --no-log --overwrite --levels 1 --radius 1 a.ppm -o b.ppm");
    }
    /// kernels-VERSION-PROCESSOR.
    fs::path kernels() const { return fs::directory_iterator(top)->path(); }
    /// Names in it, with a blank behind each.
    std::string generations() const {
        std::set<std::string> names;
        for (const auto& entry : fs::directory_iterator(kernels())) names.insert(entry.path().filename());
        std::string text;
        for (const std::string& name : names) text += name + " ";
        return text;
    }
};

/// A shell command in a mount namespace of its own; nothing where there can be none.
std::optional<Ran> alone(const Caches& caches, const std::string& command) {
    const std::string unshare = geteuid() == 0 ? "unshare -m" : "unshare -Urm";
    if (caches.folder.shell(unshare + " true").code != 0) return {};
    spill(caches.folder.path / "alone.sh", command);
    return caches.shell(unshare + " sh ./alone.sh");
}

/// `atrous devices` whose system calls fail as strace injects it; nothing where that cannot be.
std::optional<Ran> injected(const Caches& caches, const std::string& failures) {
    const std::string strace = "strace -f -o trace " + failures + " ";
    if (caches.folder.shell(strace + "true").code != 0) return {};
    return caches.shell(strace + "'" + program() + "' devices");
}

/// What a process with a cache for its run alone finds wrong when a worker of it ends; 0: nothing.
int end_of_worker(const fs::path& folder) {
    set_verbosity(Verbosity::quiet);
    ::unsetenv("POCL_CACHE_DIR");
    ::unsetenv("HOME");
    ::setenv("XDG_CACHE_HOME", "none", 1);
    ::setenv("TMPDIR", folder.c_str(), 1);
    std::optional<KernelCache> cache;
    cache.emplace();
    const fs::path used = std::getenv("POCL_CACHE_DIR");
    if (used.string().find("atrous-" + std::to_string(geteuid()) + "-") == std::string::npos) return 1;
    if (::fork() == 0) {
        cache.reset();
        ::_exit(0);
    }
    ::wait(nullptr);
    if (!fs::exists(used)) return 2;
    cache.reset();
    return fs::exists(used.parent_path().parent_path()) ? 3 : 0;
}

/// Whether kernels went to TMPDIR, since `why`.
void check_elsewhere(const Ran& ran, const std::string& why) {
    check(ran, 0, {"compiled kernels are kept in", why.c_str()});
    CHECK(ran.says("/tmp/atrous-" + std::to_string(geteuid())));
}

} // namespace

TEST_CASE(
    "a folder of kernels that others can write to, or above it one without the sticky bit, is not used") {
    if (!has_device()) return;
    const Caches caches;
    CHECK_FALSE(caches.devices().says("compiled kernels are kept"));
    const fs::path first = caches.kernels() / "1";
    struct stat info {};
    REQUIRE(::stat(first.c_str(), &info) == 0);
    CHECK((info.st_mode & 0777) == 0700);
    for (const fs::path& wide : {caches.kernels(), caches.top, caches.folder.path / "cache"}) {
        CAPTURE(wide);
        for (const mode_t mode : {0777, 0770}) {
            ::chmod(wide.c_str(), mode);
            check_elsewhere(caches.devices(), wide.filename().string() + " can be written to by other users");
        }
        ::chmod(wide.c_str(), 0700);
    }
    ::chmod((caches.folder.path / "cache").c_str(), 01777); // as /tmp
    CHECK_FALSE(caches.devices().says("compiled kernels are kept"));
    // One that was open to others is left for the next one.
    ::chmod(first.c_str(), 0777);
    CHECK_FALSE(caches.devices().says("compiled kernels are kept"));
    CHECK(fs::exists(caches.kernels() / "2"));
}

TEST_CASE("a folder of kernels is made for its user alone, whatever the umask") {
    if (!has_device()) return;
    const Caches caches;
    CHECK(caches.shell("umask 0; atrous devices").code == 0);
    for (const fs::path& made :
         {caches.folder.path / "cache", caches.top, caches.kernels(), caches.kernels() / "1"})
        CHECK(fs::status(made).permissions() == fs::perms::owner_all);
}

TEST_CASE("another user's folder or file is not loaded: the cache's, what is above it, and what lies in it") {
    if (!has_device()) return;
    if (geteuid() != 0) return test::skip("only root can make files of another user");
    const Caches caches;
    CHECK(caches.devices().code == 0);
    for (const fs::path& theirs : {caches.kernels(), caches.top, caches.folder.path / "cache"}) {
        CAPTURE(theirs);
        REQUIRE(::chown(theirs.c_str(), stranger, stranger) == 0);
        check_elsewhere(caches.devices(), "belongs to another user (65534)");
        REQUIRE(::chown(theirs.c_str(), 0, 0) == 0);
    }
    spill(caches.kernels() / "1/AB/evil.so", "code");
    REQUIRE(::chown((caches.kernels() / "1/AB/evil.so").c_str(), stranger, stranger) == 0);
    check(caches.devices(), 0, {"a file of another user lies among compiled kernels", "evil.so"});
    CHECK(caches.generations() == "2 ");
    // As with `sudo -E`.
    fs::create_directories(caches.folder.path / "home");
    REQUIRE(::chown((caches.folder.path / "home").c_str(), stranger, stranger) == 0);
    check_elsewhere(caches.shell("unset XDG_CACHE_HOME; export HOME=$PWD/home; atrous devices"),
                    "home belongs to another user");
    CHECK(caches.folder.list("home").empty());
    // The target of a link counts, not the link.
    fs::create_directory_symlink(caches.folder.path / "home", caches.folder.path / "link");
    check_elsewhere(caches.shell("export XDG_CACHE_HOME=$PWD/link; atrous devices"),
                    "home belongs to another");
}

TEST_CASE("relative paths in HOME, XDG_CACHE_HOME and XDG_CONFIG_HOME are ignored") {
    if (!has_device()) return;
    const Caches caches;
    spill(caches.folder.path / "rel/atrous/defaults", "nonsense\n");
    const Ran ran = caches.shell(
        "export XDG_CACHE_HOME=rel HOME=rel XDG_CONFIG_HOME=rel; atrous enhance -n a.ppm -o b.ppm");
    check_elsewhere(ran, "no home folder");
    CHECK(caches.folder.list("rel") == "atrous/defaults");
}

TEST_CASE("errors of the user and signals from outside leave compiled kernels as they are") {
    if (!has_device()) return;
    const Caches caches;
    for (const char* wrong : {"ATROUS_KERNEL_OPTIONS=-Dfloat=", "ATROUS_KERNEL_DIR=none",
                              "ATROUS_HARM=filtering:a.ppm:9", "ATROUS_HARM=filtering:a.ppm:leave"}) {
        CAPTURE(wrong);
        const Ran ran = caches.enhance(wrong);
        CHECK(ran.code != 0);
        CHECK_FALSE(ran.says("damaged"));
        CHECK_FALSE(ran.says("anew"));
        CHECK(caches.generations() == "1 ");
    }
    check(caches.enhance("ATROUS_HARM=filtering:a.ppm:11"), 1, {"kernels are compiled anew"});
    CHECK(caches.generations() == "1 2 ");
}

TEST_CASE("old folders of kernels are removed where no process uses them") {
    if (!has_device()) return;
    const Caches caches;
    CHECK(caches.devices().code == 0);
    for (const char* old : {"2/a", "3/a", "4/a", "notes/a"}) spill(caches.kernels() / old, "x");
    ::chmod((caches.kernels() / "4").c_str(), 0700);
    const int used = ::open((caches.kernels() / "2/.lock").c_str(), O_RDWR | O_CREAT, 0600);
    REQUIRE(::flock(used, LOCK_SH) == 0);
    CHECK(caches.devices().code == 0);
    CHECK(caches.generations() == "2 4 notes ");
    ::close(used);
    CHECK(caches.devices().code == 0);
    CHECK(caches.generations() == "4 notes ");
}

TEST_CASE("a cache on a full disk: kernels are compiled elsewhere, where the disk fills up meanwhile, too") {
    if (!has_device()) return;
    const Caches caches;
    if (!alone(caches, "true")) return test::skip("no mount namespaces here, so no small disks");
    const auto on_disk = [&](const std::string& size, const std::string& variables) {
        return *alone(caches, "mkdir -p cache; mount -t tmpfs shm /dev/shm; mount -t tmpfs -o size=" + size +
                                  " small cache; " + variables + " '" + program() +
                                  "' enhance --no-log --overwrite --levels 1 --radius 1 "
                                  "a.ppm -o b.ppm; code=$?; ls -A /dev/shm >shm; exit $code");
    };
    check(on_disk("300k", ""), 0,
          {"compiled kernels are kept in", "No space left on device", "/tmp/atrous-"});
    fs::remove_all(caches.folder.path / "tmp");
    check(on_disk("300k", "TMPDIR=$PWD/cache"), 0, {"compiled kernels are kept in /dev/shm/atrous-"});
    CHECK(slurp(caches.folder.path / "shm").find("atrous-" + std::to_string(geteuid()) + "-") ==
          std::string::npos);
    fs::create_directories(caches.folder.path / "tmp");
    // It fills up as soon as the run has begun: a driver that fails so says that the kernel does not compile, or ends the process.
    const Ran later = on_disk(
        "8m", "(while [ ! -d cache/atrous/*/1 ]; do :; done; cat /dev/zero >cache/fill 2>/dev/null) &");
    check(later, 0, {"compiled kernels go on in", "No space left on device"});
    CHECK_FALSE(later.says("anew")); // nothing of them was wrong
    CHECK(caches.folder.has("b.ppm"));
}

TEST_CASE("a place that is mounted noexec is not used, since no code can be loaded from it") {
    if (!has_device()) return;
    const Caches caches;
    const auto ran = alone(caches, "mkdir cache; mount -t tmpfs -o noexec small cache || exit 99; '" +
                                       program() + "' devices");
    if (!ran || ran->code == 99) return test::skip("no mount namespaces here, so no disks without code");
    check(*ran, 0, {"compiled kernels are kept in", "is mounted noexec", "/tmp/atrous-"});
}

TEST_CASE("a disk that can lock nothing: kernels are kept there all the same, and folders do not pile up") {
    if (!has_device()) return;
    const Caches caches;
    for (int i = 0; i < 3; ++i) {
        const auto ran = injected(caches, "-e trace=flock -e inject=flock:error=ENOLCK");
        if (!ran) return test::skip("strace is not installed, or may not trace");
        CHECK(ran->code == 0);
        CHECK_FALSE(ran->says("compiled kernels are kept"));
        CHECK(caches.generations() == "1 ");
    }
    // Others may use an old one there, unless they began long ago.
    for (const char* lock : {"2/.lock", "3/.lock", "4/.lock"}) spill(caches.kernels() / lock, "");
    for (const char* own : {"2", "3", "4"}) ::chmod((caches.kernels() / own).c_str(), 0700);
    CHECK(caches.folder.shell("touch -d '2 days ago' cache/atrous/*/2/.lock").code == 0);
    CHECK(injected(caches, "-e trace=flock -e inject=flock:error=EOPNOTSUPP")->code == 0);
    CHECK(caches.generations() == "1 3 4 ");
}

TEST_CASE("a run that finds no place for kernels leaves no folder in memory") {
    if (!has_device()) return;
    const Caches caches;
    if (caches.folder.shell("strace -o trace true").code != 0)
        return test::skip("strace is not installed, or may not trace");
    const auto ran = alone(caches, "mount -t tmpfs shm /dev/shm; strace -f -o trace -e trace=flock "
                                   "-e inject=flock:error=EAGAIN '" +
                                       program() + "' devices; code=$?; ls -A /dev/shm >shm; exit $code");
    if (!ran) return test::skip("no mount namespaces here, so no memory of our own");
    check(*ran, 4, {"no folder can be made in it, or locked"});
    CHECK(slurp(caches.folder.path / "shm").empty());
}

TEST_CASE("a quota that is told only when all is written: kernels are not kept there") {
    if (!has_device()) return;
    const Caches caches;
    const auto ran = injected(caches, "-e trace=fallocate,fsync -e inject=fallocate:error=EOPNOTSUPP "
                                      "-e inject=fsync:error=EDQUOT");
    if (!ran) return test::skip("strace is not installed, or may not trace");
    check(*ran, 4, {"no place for compiled kernels", "Disk quota exceeded"});
}

TEST_CASE(
    "a folder for one run stays until that ends, though workers end, and is removed where it was killed") {
    const Folder folder;
    const std::string name = "atrous-" + std::to_string(geteuid());
    spill(folder.path / name, "in the way");
    const auto left = [&](const std::string& end) { return name + "-" + end; };
    for (const char* end : {"killed", "in_use", "begins"}) {
        spill(folder.path / left(end) / "kernels/1/.lock", "");
        spill(folder.path / left(end) / "kernels/1/kernel.so", "code");
    }
    spill(folder.path / left("longer1") / "kernels/1/kernel.so", "somebody's");
    const int used = ::open((folder.path / left("in_use") / "kernels/1/.lock").c_str(), O_RDWR);
    REQUIRE(::flock(used, LOCK_SH) == 0);
    CHECK(folder.shell("touch -d '1 hour ago' *-killed *-in_use *-longer1").code == 0);
    const pid_t child = ::fork();
    if (child == 0) ::_exit(end_of_worker(folder.path));
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
    CHECK_FALSE(folder.has(left("killed")));
    for (const char* end : {"in_use", "begins", "longer1"})
        CHECK(folder.has(left(end) + "/kernels/1/kernel.so"));
    ::close(used);
}

TEST_CASE("limits of the shell: a stack or files that are too small are named, with what to do") {
    if (!has_device()) return;
    const Caches caches;
    check(caches.shell("ulimit -s 64; cold_atrous devices"), 2,
          {"the stack may have only 64 KiB (ulimit -s)", "ulimit -s 8192"});
    CHECK(caches.shell("ulimit -S -s 64; cold_atrous devices").code == 0);
    CHECK(caches.shell("ulimit -s 300; cold_atrous devices").code == 0);
    check(caches.shell("ulimit -f 100; cold_atrous enhance --no-log a.ppm -o c.ppm"), 4,
          {"no place for compiled kernels", "ulimit -f allows"});
}

TEST_CASE("which folders are private") {
    const Folder folder;
    const fs::path made = folder.path / "a/b";
    CHECK(make_private_folder(made).empty());
    CHECK(why_not_private(made).empty());
    CHECK(why_no_room(made).empty());
    CHECK_FALSE(why_no_room(made / "none").empty());
    spill(folder.path / "file", "x");
    CHECK(why_not_private(folder.path / "file").find("is no folder") != std::string::npos);
    CHECK(make_private_folder(folder.path / "file/x").find("cannot be made") != std::string::npos);
    CHECK_FALSE(why_not_private("/tmp").empty());
    CHECK(foreign_file(made).empty());
}
