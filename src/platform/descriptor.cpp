// Repeats system calls that may process only a part of the bytes.
#include "platform/descriptor.h"
#include <cerrno>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace atrous {

std::size_t read_at(int file, void* to, std::size_t count, std::uint64_t at) {
    std::size_t sum = 0;
    while (sum < count) {
        const ssize_t done = ::pread(file, static_cast<char*>(to) + sum, count - sum, off_t(at + sum));
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) break;
        sum += std::size_t(done);
    }
    return sum;
}

int write_at(int file, const void* from, std::size_t count, std::uint64_t at) {
    for (auto bytes = static_cast<const char*>(from); count > 0;) {
        const ssize_t done = ::pwrite(file, bytes, count, off_t(at));
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return done < 0 ? errno : ENOSPC;
        bytes += done, at += std::uint64_t(done), count -= std::size_t(done);
    }
    return 0;
}

Lock lock_file(int file) {
    int done = 0;
    do {
        done = ::flock(file, LOCK_EX | LOCK_NB);
    } while (done != 0 && errno == EINTR);
    if (done == 0) return Lock::taken;
    return errno == EWOULDBLOCK ? Lock::held_elsewhere : Lock::unknown;
}

bool has_that_name(int file, const std::filesystem::path& path) {
    struct stat opened {
    }, named{};
    return ::fstat(file, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 &&
           opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

} // namespace atrous
