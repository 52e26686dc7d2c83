// The log as a file; hides what lies where a log is to be written.
#include "app/tell/record.h"
#include "base/error.h"
#include "base/log.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <utility>

namespace atrous {
namespace {

Error refusal(const std::filesystem::path& path, const std::string& why) {
    return usage_error("--log " + path.string() + ": " + why);
}

bool is_null_device(const struct stat& info) {
    return S_ISCHR(info.st_mode) && major(info.st_rdev) == 1 && minor(info.st_rdev) == 3; // of Linux
}

/// The first byte of a log, and its last; those of a whole one where it is empty.
struct Ends {
    char first = '{';
    char last = '\n'; ///< another one: the last run left half a line, it was killed or the disk was full
};
Ends ends_of(int file, off_t bytes) {
    Ends ends;
    if (bytes == 0 || ::pread(file, &ends.first, 1, 0) != 1 || ::pread(file, &ends.last, 1, bytes - 1) != 1)
        return {};
    return ends;
}

/// Writes all of it; a disk that fills up takes a first part.
bool write_whole(int file, const std::string& text) {
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t count = ::write(file, text.data() + done, text.size() - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        done += std::size_t(count);
    }
    return true;
}

} // namespace

RecordFile::RecordFile(const std::filesystem::path& path, bool named) : path_(path) {
    if (path == log_to_stderr) {
        file_ = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
        return;
    }
    // Neither opening nor writing may wait for somebody.
    const int flags = O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (named ? 0 : O_NOFOLLOW);
    file_ = ::open(path.c_str(), flags | O_RDWR | O_CREAT, 0666);
    if (file_ < 0 && errno == EACCES) file_ = ::open(path.c_str(), flags | O_WRONLY);
    if (file_ < 0 && errno == ELOOP && !named)
        throw refusal(path, "is a link, which is followed only where --log names it; or give --no-log");
    if (file_ < 0) throw refusal(path, std::string("cannot be written: ") + std::strerror(errno));
    struct stat info {};
    const bool known = ::fstat(file_, &info) == 0;
    const bool regular = known && S_ISREG(info.st_mode);
    const Ends ends = regular ? ends_of(file_, info.st_size) : Ends{};
    begins_line_ = ends.last != '\n';
    if (regular && ends.first == '{') return;
    if (known && is_null_device(info)) return;
    ::close(file_);
    throw refusal(
        path, regular ? "holds something else; give the log a name of its own"
                      : "is no regular file; a log goes into one, to - (the error output) or to /dev/null");
}

RecordFile::~RecordFile() {
    if (file_ >= 0) ::close(file_);
}

RecordFile::RecordFile(RecordFile&& other) noexcept
    : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)), begins_line_(other.begins_line_) {
}

void RecordFile::write(const Json& object) {
    const std::string line = (begins_line_ ? "\n" : "") + object.dump();
    begins_line_ = false;
    // On the error output a progress bar may stand.
    if (path_ == log_to_stderr ? log_data(line) : write_whole(file_, line + "\n")) return;
    log_warning(path_.string() + ": the log cannot be written any further");
    begins_line_ = true; // whatever the disk took
}

} // namespace atrous
