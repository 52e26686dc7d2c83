// A file that appears whole or not at all: written under a hidden name beside its target, then renamed.
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>

namespace atrous {

/// All bytes of a file. Throws a file error: it cannot be read to its end.
std::string read_all(const std::filesystem::path& path);

class AtomicFile {
  public:
    /// Makes an empty temporary file in the target's folder, with the target's extension. Throws a file
    /// error: the target exists (without `overwrite`), is no regular file, or the folder takes no files.
    AtomicFile(const std::filesystem::path& target, bool overwrite);
    /// Removes the temporary file, unless committed.
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// Where to write.
    const std::filesystem::path& temporary() const { return temporary_; }
    /// Fills the temporary file. Throws a file error (disk full).
    void write(const void* bytes, std::size_t count);
    /// Syncs the file to the disk, gives it its name, syncs the folder. Without `overwrite` an existing
    /// target survives even when it appeared meanwhile. Throws a file error.
    void commit();
    /// Why writing failed, as the system sees it ("No space left on device"); empty if it takes more bytes.
    std::string write_problem() const;

  private:
    std::filesystem::path target_;
    std::filesystem::path temporary_;
    bool overwrite_;
    bool committed_ = false;
};

/// Removes the temporary files of writes that are under way. For the end of the process; async-signal-safe.
void remove_temporaries();

} // namespace atrous
