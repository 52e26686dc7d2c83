// Redirects descriptors 0 and 1. Hides the storage for the bytes of a pipe.
#include "platform/standard_streams.h"
#include "base/error.h"
#include "base/log.h"
#include "base/size.h"
#include "platform/bytes.h"
#include "platform/descriptor.h"
#include "platform/heartbeat.h"
#include "platform/memory_limit.h"
#include "platform/messages.h"
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>

namespace atrous {
namespace {

constexpr const char* input_path = "/proc/self/fd/0";
int reserved_output = -1; ///< original target of the standard output

/// True if it can be used that way: O_RDONLY or O_WRONLY.
bool is_open_for(int descriptor, int way) {
    const int flags = ::fcntl(descriptor, F_GETFL);
    return flags >= 0 && ((flags & O_ACCMODE) == O_RDWR || (flags & O_ACCMODE) == way);
}

/// True if the descriptor is a file that is read from its beginning and can be opened once more.
bool is_file(const struct stat& info) {
    if (!S_ISREG(info.st_mode) || ::lseek(STDIN_FILENO, 0, SEEK_CUR) != 0) return false;
    const int again = ::open(input_path, O_RDONLY | O_CLOEXEC);
    if (again >= 0) ::close(again);
    return again >= 0;
}

Error cannot_keep(int problem) { return file_error(messages::stdin_not_kept, std::strerror(problem)); }

/// Returns up to `most` bytes, fewer at the end.
std::string read_input(std::size_t most) {
    std::string bytes(most, '\0');
    std::size_t sum = 0;
    while (sum < most) {
        const ssize_t count = ::read(STDIN_FILENO, bytes.data() + sum, most - sum);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw file_error(messages::stdin_unreadable, std::strerror(errno));
        if (count == 0) break;
        sum += std::size_t(count);
    }
    bytes.resize(sum);
    return bytes;
}

/// Reserves a part of the disk for other programs: a twentieth, at most 1 GiB. In memory, reserves half of
/// the machine's.
void keep_reserve(int file, std::uint64_t written) {
    constexpr std::uint64_t max_reserve = std::uint64_t(1) << 30;
    struct statvfs disk {};
    if (::fstatvfs(file, &disk) != 0) return;
    const std::uint64_t all = std::uint64_t(disk.f_blocks) * disk.f_frsize;
    const bool full = all == 0
                          ? written > physical_memory() / 2
                          : std::uint64_t(disk.f_bavail) * disk.f_frsize < std::min(all / 20, max_reserve);
    if (full)
        throw file_error(messages::stdin_fills_disk, format_bytes(written), all == 0 ? "memory" : "disk");
    if (written > max_piped_bytes) throw file_error(messages::stdin_too_long, format_bytes(written));
}

/// Checks the reserve only after the usual size of an image, since only larger inputs may be endless.
void copy_input(int file, std::string block) {
    constexpr std::size_t at_once = 1 << 20;
    constexpr std::uint64_t usual = std::uint64_t(64) << 20;
    for (std::uint64_t written = 0; !block.empty(); block = read_input(at_once)) {
        if (written >= usual) keep_reserve(file, written);
        if (const int problem = write_at(file, block.data(), block.size(), written))
            throw cannot_keep(problem);
        written += block.size();
    }
}

} // namespace

bool is_standard_input(const fs::path& path) { return path == standard_stream; }

bool is_standard_output(const fs::path& path) {
    return !path.has_parent_path() && path.has_extension() && path.stem() == standard_stream;
}

fs::path standard_output_as(const std::string& extension) {
    return std::string(standard_stream) + "." + extension;
}

fs::path file_of(const fs::path& path) { return is_standard_input(path) ? fs::path(input_path) : path; }

void hold_standard_places() {
    for (const int place : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(place, F_GETFD) < 0) // the lowest free number is this one
            if (::open("/dev/null", place == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
}

int make_spool_file(const std::string& what) {
    const char* const chosen = std::getenv("TMPDIR");
    const std::string folder = chosen && *chosen ? chosen : "/var/tmp";
    if (const int file = make_unnamed_file(folder); file >= 0) return file;
    log_warning(message(messages::folder_takes_no_file, folder, std::strerror(errno), what));
    return ::memfd_create("atrous", MFD_CLOEXEC);
}

void keep_standard_input(const std::function<bool(std::string_view)>& is_image) {
    struct stat info {};
    if (::fstat(STDIN_FILENO, &info) != 0 || !is_open_for(STDIN_FILENO, O_RDONLY))
        throw usage_error(messages::stdin_closed);
    if (::isatty(STDIN_FILENO)) throw usage_error(messages::stdin_terminal);
    if (S_ISDIR(info.st_mode)) throw usage_error(messages::stdin_folder);
    if (is_file(info)) return;
    constexpr std::size_t head_bytes = 32;
    std::string head = read_input(head_bytes);
    if (!head.empty() && !is_image(head)) throw file_error(messages::stdin_no_image);
    const int file = make_spool_file();
    if (file < 0) throw cannot_keep(errno);
    copy_input(file, std::move(head));
    if (::dup2(file, STDIN_FILENO) < 0) throw cannot_keep(errno);
    ::close(file);
}

void reserve_standard_output() {
    if (reserved_output >= 0) return;
    if (::isatty(STDOUT_FILENO)) throw usage_error(messages::stdout_terminal);
    if (!is_open_for(STDOUT_FILENO, O_WRONLY)) throw usage_error(messages::stdout_closed);
    reserved_output = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (reserved_output < 0) throw usage_error(messages::stdout_closed);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
}

int put_out(const char* bytes, std::size_t count) {
    constexpr std::size_t at_once = 4096; // bytes that a writable pipe takes without waiting
    constexpr int wait_ms = 1000;
    if (reserved_output < 0) return EBADF;
    while (count > 0) {
        pollfd room{reserved_output, POLLOUT, 0};
        heartbeat(); // who waits for a reader is alive
        const int ready = ::poll(&room, 1, wait_ms);
        if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
        const ssize_t done = ::write(reserved_output, bytes, std::min(count, at_once));
        if (done < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (done <= 0) return done < 0 ? errno : ENOSPC;
        bytes += done, count -= std::size_t(done);
    }
    return 0;
}

} // namespace atrous
