// Simulates a disk of another machine. It is preloaded (LD_PRELOAD) and fails calls as PLAYED_DISK lists:
// "CALL ERROR PART;...", an error number for files whose path contains the part (*: any). Calls: open, read,
// fsync, close, flock, link, rename (renameat2 only with flags) and nameless (open with O_TMPFILE). Errors of
// close follow it. Each failed call appends a line "CALL PATH" to the file PLAYED_DISK_TOLD.
#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <sstream>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

/// Appends to the record by system calls, which are never simulated.
void tell(const std::string& call, const std::string& path) {
    const char* const told = std::getenv("PLAYED_DISK_TOLD");
    const long file = told ? ::syscall(SYS_openat, AT_FDCWD, told, O_WRONLY | O_CREAT | O_APPEND, 0666) : -1;
    if (file < 0) return;
    const std::string line = call + " " + path + "\n";
    [[maybe_unused]] const ssize_t wrote = ::write(int(file), line.data(), line.size());
    ::syscall(SYS_close, file);
}

/// The simulated error of a call on a path, or 0.
int played(const char* call, const std::string& path) {
    const char* const text = std::getenv("PLAYED_DISK");
    std::istringstream rules(text ? text : "");
    for (std::string rule; std::getline(rules, rule, ';');) {
        std::istringstream words(rule);
        std::string name, part;
        int error = 0;
        if (words >> name >> error >> part && name == call &&
            (part == "*" || path.find(part) != std::string::npos)) {
            tell(call, path);
            return error;
        }
    }
    return 0;
}

std::string path_of(int file) {
    std::array<char, 4096> path{};
    const std::string link = "/proc/self/fd/" + std::to_string(file);
    return ::readlink(link.c_str(), path.data(), path.size() - 1) < 0 ? "" : path.data();
}

template <class Function>
Function next(const char* name, Function) {
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

int fails(int error) {
    errno = error;
    return -1;
}

int play_open(const char* name, const char* path, int flags, mode_t mode) {
    const bool nameless = (flags & O_TMPFILE) == O_TMPFILE;
    if (const int error = played(nameless ? "nameless" : "open", path)) return fails(error);
    using Open = int (*)(const char*, int, ...);
    return next(name, Open{})(path, flags, mode);
}

ssize_t play_read(const char* name, int file, void* to, size_t count, off64_t at) {
    if (const int error = played("read", path_of(file))) return fails(error);
    return next(name, &::pread64)(file, to, count, at);
}

FILE* play_stream(const char* name, const char* path, const char* mode) {
    if (const int error = played("open", path)) return fails(error), nullptr;
    return next(name, &::fopen)(path, mode);
}

} // namespace

extern "C" {

int open(const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return play_open("open", path, flags, mode);
}
int open64(const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return play_open("open64", path, flags, mode);
}
FILE* fopen(const char* path, const char* mode) { return play_stream("fopen", path, mode); }
FILE* fopen64(const char* path, const char* mode) { return play_stream("fopen64", path, mode); }
ssize_t read(int file, void* to, size_t count) {
    if (const int error = played("read", path_of(file))) return fails(error);
    return next("read", &::read)(file, to, count);
}
ssize_t pread(int file, void* to, size_t count, off_t at) { return play_read("pread", file, to, count, at); }
ssize_t pread64(int file, void* to, size_t count, off64_t at) {
    return play_read("pread64", file, to, count, at);
}
int fsync(int file) {
    if (const int error = played("fsync", path_of(file))) return fails(error);
    return next("fsync", &::fsync)(file);
}
int close(int file) {
    const int error = played("close", path_of(file));
    const int done = next("close", &::close)(file);
    return error ? fails(error) : done;
}
int flock(int file, int how) {
    if (const int error = played("flock", path_of(file))) return fails(error);
    using Lock = int (*)(int, int);
    return next("flock", Lock{})(file, how);
}
int link(const char* from, const char* to) noexcept {
    if (const int error = played("link", to)) return fails(error);
    using Link = int (*)(const char*, const char*);
    return next("link", Link{})(from, to);
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) noexcept {
    if (flags != 0)
        if (const int error = played("rename", to)) return fails(error);
    using Rename = int (*)(int, const char*, int, const char*, unsigned);
    return next("renameat2", Rename{})(from_folder, from, to_folder, to, flags);
}
}
