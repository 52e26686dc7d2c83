// A lock is a file in the folder. Some network disks can have none: there the file's time says when it was used.
#include "app/start/kernel_lock.h"
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace atrous {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

enum class Lock { taken, held_elsewhere, unknown };

Lock lock_kernels(int file, int way) {
    int done = 0;
    do {
        done = ::flock(file, way | LOCK_NB);
    } while (done != 0 && errno == EINTR);
    if (done == 0) return Lock::taken;
    return errno == EWOULDBLOCK ? Lock::held_elsewhere : Lock::unknown;
}

int open_lock(const fs::path& folder, int flags) {
    return ::open((folder / ".lock").c_str(), flags | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
}

/// Whether the folder that was locked is still the one of that name: it may have been removed before.
bool is_there(int lock, const fs::path& folder) {
    struct stat held {};
    struct stat named {};
    return ::fstat(lock, &held) == 0 && ::stat((folder / ".lock").c_str(), &named) == 0 &&
           held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

bool is_older_than(const fs::path& path, fs::file_time_type::duration age) {
    std::error_code bad;
    const auto time = fs::last_write_time(path, bad);
    return !bad && fs::file_time_type::clock::now() - time > age;
}

} // namespace

std::vector<int> kernel_generations(const fs::path& top) {
    std::vector<int> found;
    std::error_code bad;
    for (fs::directory_iterator entry(top, bad), end; !bad && entry != end; entry.increment(bad)) {
        const std::string name = entry->path().filename().string();
        int number = 0;
        const auto [rest, wrong] = std::from_chars(name.data(), name.data() + name.size(), number);
        if (wrong == std::errc{} && rest == name.data() + name.size() && number > 0) found.push_back(number);
    }
    std::ranges::sort(found);
    return found;
}

int hold_kernels(const fs::path& folder) {
    const int file = open_lock(folder, O_CREAT);
    if (file < 0) return -1;
    if (lock_kernels(file, LOCK_SH) != Lock::held_elsewhere && is_there(file, folder)) {
        ::futimens(file, nullptr);
        return file;
    }
    ::close(file);
    return -1;
}

void remove_unused_kernels(const fs::path& folder) {
    const int file = open_lock(folder, O_CREAT);
    if (file < 0) return;
    const Lock lock = lock_kernels(file, LOCK_EX);
    std::error_code bad;
    if (lock == Lock::taken || (lock == Lock::unknown && is_older_than(folder / ".lock", 24h)))
        fs::remove_all(folder, bad);
    ::close(file);
}

void remove_passing_kernels(const fs::path& passing) {
    struct stat info {};
    if (::lstat(passing.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != ::geteuid()) return;
    if (!is_older_than(passing, 1min)) return;
    std::error_code bad;
    for (fs::directory_iterator entry(passing, bad), end; !bad && entry != end; entry.increment(bad)) {
        for (const int generation : kernel_generations(entry->path()))
            remove_unused_kernels(entry->path() / std::to_string(generation));
        ::rmdir(entry->path().c_str());
    }
    ::rmdir(passing.c_str()); // not where one is held
}

} // namespace atrous
