// A lock is a file in the folder. Some network disks can have none: there the file's time says when it was used.
#include "app/start/kernel_lock.h"
#include "system/descriptor.h"
#include <algorithm>
#include <charconv>
#include <chrono>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace atrous {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

fs::path lock_of(const fs::path& folder) { return folder / ".lock"; }

int open_lock(const fs::path& folder) {
    return ::open(lock_of(folder).c_str(), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
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
    const int file = open_lock(folder);
    if (file < 0) return -1;
    // The folder may have been removed between opening and locking.
    if (lock_file(file, true) != Lock::held_elsewhere && has_that_name(file, lock_of(folder))) {
        ::futimens(file, nullptr);
        return file;
    }
    ::close(file);
    return -1;
}

void remove_unused_kernels(const fs::path& folder) {
    const int file = open_lock(folder);
    if (file < 0) return;
    const Lock lock = lock_file(file);
    std::error_code bad;
    if (lock == Lock::taken || (lock == Lock::unknown && is_older_than(lock_of(folder), 24h)))
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
