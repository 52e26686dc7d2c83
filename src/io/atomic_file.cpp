// Temporary files: hidden unique names, a list of those alive, fsync and a rename that replaces nothing
// unasked.
#include "io/atomic_file.h"
#include "base/error.h"
#include "base/file.h"
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <sys/stat.h>
#include <unistd.h>

namespace atrous {
namespace {

namespace fs = std::filesystem;

/// Paths of temporary files that exist, at places that stay, so that a signal handler may read them.
struct Alive {
    std::atomic<bool> used{false};
    std::array<char, 4096> path{}; // PATH_MAX; a longer one cannot be opened
};
std::array<Alive, 1100> alive; // more than images are in work; what does not fit in is only forgotten

void keep(const fs::path& path) {
    const std::string& name = path.native();
    for (Alive& place : alive) {
        if (place.used || name.size() >= place.path.size()) continue;
        std::copy_n(name.c_str(), name.size() + 1, place.path.begin());
        place.used = true;
        return;
    }
}
void forget(const fs::path& path) {
    for (Alive& place : alive)
        if (place.used && path.native() == place.path.data()) place.used = false;
}

std::mutex alive_lock; // of those who change them

std::string reason(int problem) { return std::strerror(problem); }

Error cannot_write(const fs::path& path, int problem) {
    return file_error(path.string() + ": cannot be written: " + reason(problem));
}
Error already_there(const fs::path& path) {
    return file_error(path.string() + ": exists already; --overwrite replaces it");
}

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

fs::path temporary_name(const fs::path& target) {
    static std::atomic<unsigned> count{0};
    const std::string name = ".atrous-" + std::to_string(getpid()) + "-" + std::to_string(++count);
    return folder_of(target) / (name + target.extension().string());
}

/// Opens, syncs, closes. 0 or the error number.
int sync_path(const fs::path& path, int flags) {
    const int file = ::open(path.c_str(), flags | O_CLOEXEC);
    if (file < 0) return errno;
    const int problem = ::fsync(file) == 0 ? 0 : errno;
    ::close(file);
    return problem;
}

/// Renames only where nothing is. 0 or the error number.
int rename_to_new(const fs::path& from, const fs::path& to) {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return errno;
    // The file system lacks the flag: a hard link refuses existing names too.
    if (::link(from.c_str(), to.c_str()) != 0) return errno;
    ::unlink(from.c_str());
    return 0;
}

} // namespace

std::string read_all(const fs::path& path) {
    if (auto bytes = read_file(path)) return std::move(*bytes);
    throw file_error(path.string() + ": cannot be read to its end");
}

AtomicFile::AtomicFile(const fs::path& target, bool overwrite) : target_(target), overwrite_(overwrite) {
    std::error_code ignored;
    if (fs::is_symlink(target_, ignored)) target_ = fs::weakly_canonical(target_, ignored);
    const fs::file_status status = fs::status(target_, ignored);
    if (fs::is_directory(status)) throw file_error(target.string() + ": is a folder");
    if (fs::exists(status) && !overwrite) throw already_there(target);
    if (fs::exists(status) && !fs::is_regular_file(status))
        throw file_error(target.string() + ": is not a regular file");

    const std::lock_guard guard(alive_lock);
    int file = -1;
    do {
        temporary_ = temporary_name(target_);
        file = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (file < 0 && errno == EEXIST);
    if (file < 0) throw cannot_write(target, errno);
    ::close(file);
    keep(temporary_);
}

AtomicFile::~AtomicFile() {
    const std::lock_guard guard(alive_lock);
    forget(temporary_);
    if (!committed_) ::unlink(temporary_.c_str());
}

void AtomicFile::write(const void* bytes, std::size_t count) {
    const int file = ::open(temporary_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
    int problem = file < 0 ? errno : 0;
    for (auto at = static_cast<const char*>(bytes); !problem && count > 0;) {
        const ssize_t done = ::write(file, at, count);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0)
            problem = done < 0 ? errno : ENOSPC;
        else
            at += done, count -= std::size_t(done);
    }
    if (file >= 0 && ::close(file) != 0 && !problem) problem = errno;
    if (problem) throw cannot_write(target_, problem);
}

void AtomicFile::commit() {
    struct stat old {};
    if (overwrite_ && ::stat(target_.c_str(), &old) == 0) ::chmod(temporary_.c_str(), old.st_mode & 07777);
    if (const int problem = sync_path(temporary_, O_WRONLY)) throw cannot_write(target_, problem);
    const int problem = !overwrite_ ? rename_to_new(temporary_, target_)
                        : ::rename(temporary_.c_str(), target_.c_str()) == 0 ? 0
                                                                             : errno;
    if (problem == EEXIST && !overwrite_) throw already_there(target_);
    if (problem != 0) throw cannot_write(target_, problem);
    committed_ = true;
    sync_path(folder_of(target_),
              O_RDONLY | O_DIRECTORY); // some file systems cannot; the file is there anyway
}

std::string AtomicFile::write_problem() const {
    const int file = ::open(temporary_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (file < 0) return reason(errno);
    const std::array<char, 65536> block{};
    ssize_t count = 0;
    for (std::size_t at = 0; at < block.size() && count >= 0; at += std::size_t(count)) {
        count = ::write(file, block.data() + at,
                        block.size() - at); // a disk that fills up takes a last part first
        if (count == 0) break;
    }
    const int problem = count < 0 ? errno : count == 0 ? ENOSPC : 0;
    ::close(file);
    return problem ? reason(problem) : "";
}

void remove_temporaries() {
    for (const Alive& place : alive)
        if (place.used) ::unlink(place.path.data());
}

} // namespace atrous
