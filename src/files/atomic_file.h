// A file that appears whole or not at all: written under a hidden name next to its target, then renamed. The standard output
// (platform/standard_streams.h) gets all of it at once, so that every format can be written there.
#pragma once
#include "base/error.h"
#include "files/temporaries.h"
#include <array>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <string>

namespace atrous {

/// The file error of a target that exists, where it was not to be replaced.
struct AlreadyThere : Error {
    using Error::Error;
};

class AtomicFile {
  public:
    /// Makes an empty temporary file in the target's folder, with the target's extension; for the standard output a passing
    /// file. Throws a file error: the target exists (without `overwrite`; AlreadyThere), is no regular file, or the folder
    /// takes no files.
    AtomicFile(const std::filesystem::path& target, bool overwrite);
    /// Removes the temporary file, unless committed.
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// Its path until it is committed.
    const std::filesystem::path& temporary() const { return temporary_; }
    /// Fills the temporary file. Throws a file error (disk full).
    void write(const void* bytes, std::size_t count);
    /// Puts bytes at an offset; 0 or the error number.
    int put(const void* bytes, std::size_t count, std::uint64_t at);
    /// Puts all bytes of another file. Throws a file error: that cannot be read, or this not written.
    void put_file(const std::filesystem::path& from);
    /// Reads bytes at an offset; fewer at the file's end, or where they cannot be read.
    std::size_t get(void* bytes, std::size_t count, std::uint64_t at) const;
    /// Returns the size of the data so far, in bytes.
    std::uint64_t size() const;
    /// Cuts or extends the file to so many bytes; 0 or the error number.
    int resize(std::uint64_t bytes);
    /// With commit() the file that is replaced is kept under its name and this suffix.
    void keep_old(const std::string& suffix) { suffix_ = suffix; }
    /// With commit() the file gets the times of another one; where that has none, as always.
    void take_times(const std::filesystem::path& of);
    /// The error of a target that cannot be written because of this error number.
    Error cannot_write(int problem) const;
    /// Gives it the attributes of the file that it replaces, or those of a new one; until then only its owner can read it. Syncs
    /// the file to the disk, closes it, gives it its name, syncs the folder; each step is checked. Without `overwrite` an
    /// existing target survives even when it appeared meanwhile. To the standard output all bytes are written. Throws a file
    /// error.
    void commit();
    /// Once committed: a warning of what it could not be given of the file that it replaces (take_attributes); empty: none.
    Message not_kept() const;

  private:
    void open_beside();
    void put_out_all();
    void make_backup();

    std::filesystem::path target_;
    std::filesystem::path temporary_;
    bool overwrite_;
    bool committed_ = false;
    std::string suffix_{};            ///< of the backup; empty: none
    std::filesystem::path like_{};    ///< whose attributes it gets; empty: those of what it replaces
    std::string not_kept_{};          ///< of them
    std::array<timespec, 2> times_{}; ///< of the last access and change
    bool has_times_ = false;
    int file_ = -1;
};

/// Whether there is a file already where the backup of a file would be, another one than this.
bool backup_is_taken(const std::filesystem::path& path, const std::string& suffix);

} // namespace atrous
