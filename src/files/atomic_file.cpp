// Writes temporary files: opens and locks them from the first byte to the last, syncs, closes, and renames
// without unrequested replacement.
#include "files/atomic_file.h"
#include "files/attributes.h"
#include "files/file_view.h"
#include "files/messages.h"
#include "platform/descriptor.h"
#include "platform/standard_streams.h"
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace atrous {
namespace {

Error cannot_write_to(const fs::path& path, int problem) {
    const std::string name = is_standard_output(path) ? "the standard output" : path.string();
    return file_error(messages::file_not_writable, name, std::strerror(problem));
}
FileExists file_exists(const fs::path& path) {
    return {Exit::some_failed, message(messages::output_exists, path)};
}

/// Returns the file that a path leads to, or the path itself if its links form a circle.
fs::path after_links(const fs::path& path) {
    std::error_code ec;
    const fs::path real = fs::weakly_canonical(path, ec);
    return ec ? path : real;
}

/// Some file systems cannot sync a folder. The file exists anyway.
void sync_folder_of(const fs::path& path) {
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;
    ::fsync(file);
    ::close(file);
}

/// Renames only if the target does not exist. Returns 0 or the error number.
int rename_to_new(const fs::path& from, const fs::path& to) {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return errno;
    // The file system lacks the flag: a hard link refuses existing names too.
    if (::link(from.c_str(), to.c_str()) == 0) return ::unlink(from.c_str()), 0;
    if (errno == EEXIST) return EEXIST;
    // It lacks hard links as well (FAT, SMB): a file made between these two calls is replaced, by a whole
    // file.
    struct stat there {};
    if (::lstat(to.c_str(), &there) == 0) return EEXIST;
    return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

/// Does not follow a link. False if there is nothing.
bool look(const fs::path& path, struct stat& info) { return ::lstat(path.c_str(), &info) == 0; }

/// False if a file cannot be read.
bool has_same_bytes(const fs::path& a, const fs::path& b) {
    constexpr std::uint64_t piece = std::uint64_t(1) << 20;
    try {
        const FileView one(a), other(b);
        if (one.size() != other.size()) return false;
        for (std::uint64_t at = 0; at < one.size(); at += piece)
            if (one.bytes(at, piece) != other.bytes(at, piece)) return false;
        return true;
    } catch (const Error&) {
        return false;
    }
}

} // namespace

bool has_long_name(const fs::path& target) {
    std::error_code ec;
    fs::path there = target.parent_path(); // the nearest folder: the others are made with the output
    while (!there.empty() && !fs::is_directory(there, ec)) there = there.parent_path();
    struct stat info {};
    for (fs::path at = target; at != there; at = at.parent_path())
        if (!look(there / at.filename(), info) && errno == ENAMETOOLONG) return true;
    return false;
}

void check_name_length(const fs::path& target) {
    if (has_long_name(target)) throw cannot_write_to(target, ENAMETOOLONG);
}

AtomicFile::AtomicFile(const fs::path& target, bool overwrite) : target_(target), overwrite_(overwrite) {
    if (!is_standard_output(target)) {
        open_beside();
        return;
    }
    file_ = make_spool_file();
    if (file_ < 0) throw cannot_write_to(target, errno);
    temporary_ = "/proc/self/fd/" + std::to_string(file_);
}

void AtomicFile::open_beside() {
    const fs::path target = target_;
    std::error_code ignored;
    if (fs::is_symlink(target_, ignored)) target_ = after_links(target_);
    const fs::file_status status = fs::status(target_, ignored);
    if (fs::is_directory(status)) throw file_error(messages::file_is_folder, target);
    if (fs::exists(status) && !overwrite_) throw file_exists(target);
    if (fs::exists(status) && !fs::is_regular_file(status))
        throw file_error(messages::file_not_regular, target);
    file_ = make_temporary(target_, temporary_);
    if (file_ < 0) throw cannot_write_to(target, errno);
}

AtomicFile::~AtomicFile() {
    if (!is_standard_output(target_)) {
        if (!committed_) ::unlink(temporary_.c_str());
        forget_file(temporary_);
    }
    if (file_ >= 0) ::close(file_);
}

Error AtomicFile::cannot_write(int problem) const { return cannot_write_to(target_, problem); }

int AtomicFile::put(const void* bytes, std::size_t count, std::uint64_t at) {
    return write_at(file_, bytes, count, at);
}

std::size_t AtomicFile::get(void* bytes, std::size_t count, std::uint64_t at) const {
    return read_at(file_, bytes, count, at);
}

std::uint64_t AtomicFile::size() const {
    struct stat info {};
    if (::fstat(file_, &info) != 0) throw cannot_write(errno);
    return std::uint64_t(info.st_size);
}

int AtomicFile::resize(std::uint64_t bytes) {
    int done = 0;
    do {
        done = ::ftruncate(file_, off_t(bytes));
    } while (done != 0 && errno == EINTR);
    return done == 0 ? 0 : errno;
}

void AtomicFile::put_file(const fs::path& from) {
    const FileView bytes(from);
    constexpr std::uint64_t piece = std::uint64_t(1) << 20;
    for (std::uint64_t at = 0; at < bytes.size(); at += piece) {
        const std::uint64_t wanted = std::min(piece, bytes.size() - at);
        const std::string part = bytes.bytes(at, wanted);
        if (part.size() < wanted) throw file_error(messages::file_cut, from);
        if (const int problem = put(part.data(), part.size(), at)) throw cannot_write(problem);
    }
}

void AtomicFile::write(const void* bytes, std::size_t count) {
    int problem = resize(0);
    if (!problem) problem = put(bytes, count, 0);
    if (problem) throw cannot_write(problem);
}

void AtomicFile::put_out_all() {
    std::array<char, 65536> block{};
    std::uint64_t at = 0;
    for (std::size_t count = 0; (count = get(block.data(), block.size(), at)) > 0; at += count)
        if (const int problem = put_out(block.data(), count)) throw cannot_write(problem);
    if (size() != at) throw cannot_write(EIO);
    committed_ = true;
}

void AtomicFile::take_times(const fs::path& of) {
    struct stat info {};
    has_times_ = ::stat(file_of(of).c_str(), &info) == 0;
    times_ = {info.st_atim, info.st_mtim};
}

/// The old file has both names until the new one takes the first of them.
void AtomicFile::make_backup() {
    const fs::path backup = target_.string() + suffix_;
    if (backup_is_taken(target_, suffix_)) throw file_exists(backup);
    if (::link(target_.c_str(), backup.c_str()) == 0 || errno == ENOENT) return;
    if (errno == EEXIST) { // made by us, before we were killed, or since just now by another
        if (backup_is_taken(target_, suffix_)) throw file_exists(backup);
        return;
    }
    AtomicFile copy(backup, false); // a file system without links
    copy.put_file(target_);
    copy.take_times(target_);
    copy.like_ = target_;
    copy.commit();
    if (!copy.not_kept_.empty())
        not_kept_ += (not_kept_.empty() ? "" : ", ") + copy.not_kept_ + " (of the backup)";
}

bool backup_is_taken(const fs::path& path, const std::string& suffix) {
    const fs::path target = after_links(path), backup = target.string() + suffix;
    struct stat old {
    }, kept{};
    if (!look(backup, kept)) return false;
    // A symbolic link to the file does not keep it: the link leads to the new file next.
    if (!look(target, old)) return true;
    if (old.st_ino == kept.st_ino && old.st_dev == kept.st_dev) return false;
    // A file system without links has a copy of it instead, after a run that was killed before the renaming.
    return !S_ISREG(old.st_mode) || !S_ISREG(kept.st_mode) || old.st_size != kept.st_size ||
           !has_same_bytes(target, backup);
}

Message AtomicFile::not_kept() const {
    if (not_kept_.empty()) return {};
    return message(messages::attributes_lost, not_kept_).about(target_.string());
}

void AtomicFile::commit() {
    if (is_standard_output(target_)) return put_out_all();
    not_kept_ = take_attributes(file_, like_.empty() ? target_ : like_);
    if (has_times_) ::futimens(file_, times_.data()); // a file system without times is no error
    int problem = ::fsync(file_) == 0 ? 0 : errno;
    // A network disk may report only now that it is full. Linux closes the file even if a signal interrupts.
    if (::close(file_) != 0 && errno != EINTR && problem == 0) problem = errno;
    file_ = -1;
    if (problem != 0) throw cannot_write(problem);
    if (!suffix_.empty()) make_backup();
    if (!overwrite_)
        problem = rename_to_new(temporary_, target_);
    else if (::rename(temporary_.c_str(), target_.c_str()) != 0)
        problem = errno;
    if (problem == EEXIST && !overwrite_) throw file_exists(target_);
    if (problem != 0) throw cannot_write(problem);
    committed_ = true;
    sync_folder_of(target_);
}

} // namespace atrous
