// Writes a file whole or not at all: under a hidden name next to its target, then renamed. The standard
// output (platform/standard_streams.h) gets all of it at once, so that every format can be written there.
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

/// The file error of an existing target that must not be replaced.
struct FileExists : Error {
    using Error::Error;
};

/// True if the name of a target is too long for its file system.
bool has_long_name(const std::filesystem::path& target);
/// Throws the file error of writing such a target.
void check_name_length(const std::filesystem::path& target);

class AtomicFile {
  public:
    /// Makes an empty temporary file in the target's folder, with the target's extension. For the standard
    /// output, makes a file without a name. Throws a file error if the target exists (without `overwrite`:
    /// FileExists) or is not a regular file, or if the folder is not writable.
    AtomicFile(const std::filesystem::path& target, bool overwrite);
    /// Removes the temporary file, unless committed.
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// Its path until it is committed.
    const std::filesystem::path& temporary() const { return temporary_; }
    /// Fills the temporary file. Throws a file error (disk full).
    void write(const void* bytes, std::size_t count);
    /// Writes bytes at an offset. Returns 0 or the error number.
    int put(const void* bytes, std::size_t count, std::uint64_t at);
    /// Writes all bytes of another file. Throws a file error if that cannot be read, or this cannot be
    /// written.
    void put_file(const std::filesystem::path& from);
    /// Reads bytes at an offset. Returns fewer at the file's end, or if they cannot be read.
    std::size_t get(void* bytes, std::size_t count, std::uint64_t at) const;
    /// Returns the size of the data so far, in bytes.
    std::uint64_t size() const;
    /// Cuts or extends the file to this number of bytes. Returns 0 or the error number.
    int resize(std::uint64_t bytes);
    /// Makes commit() keep the replaced file under its name and this suffix.
    void keep_old(const std::string& suffix) { suffix_ = suffix; }
    /// Makes commit() set the times of another file, if it has any.
    void take_times(const std::filesystem::path& of);
    /// The error of a target that cannot be written because of this error number.
    Error cannot_write(int problem) const;
    /// Sets the attributes of the replaced file, or the default attributes of a new file. Until then only its
    /// owner can read it. Syncs and closes the file, renames it to the target and syncs the folder, and
    /// checks each step. Without `overwrite` an existing target survives even if it appeared meanwhile.
    /// Writes all bytes to the standard output, if that is the target. Throws a file error.
    void commit();
    /// After commit(), a warning that lists the lost attributes of the replaced file (take_attributes), or an
    /// empty text.
    Message not_kept() const;

  private:
    void open_beside();
    void put_out_all();
    void make_backup();

    std::filesystem::path target_;
    std::filesystem::path temporary_;
    bool overwrite_;
    bool committed_ = false;
    std::string suffix_{};            ///< suffix of the backup, or empty
    std::filesystem::path like_{};    ///< the file whose attributes it gets, or empty for the replaced file
    std::string not_kept_{};          ///< of them
    std::array<timespec, 2> times_{}; ///< of the last access and change
    bool has_times_ = false;
    int file_ = -1;
};

/// True if the path of a file's backup exists, and is neither a second name of the file nor a copy with the same bytes.
bool backup_is_taken(const std::filesystem::path& path, const std::string& suffix);

} // namespace atrous
