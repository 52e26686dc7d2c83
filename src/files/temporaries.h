// Manages hidden files of runs. Temporary files have special names and a list for the end of the process.
// Claims (hidden, locked, empty files next to an output) let several processes on one folder agree on the
// writer of a file. Removes both after killed runs.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace atrous {

/// The process that made a temporary file, from its name.
struct TemporaryOwner {
    std::string host;
    int process = 0;
    std::uint64_t start = 0; ///< process_start() of it, or 0 if the system does not report it
};

/// Makes the name of a hidden file: ".atrous-HOST-PID@START-COUNT-HASH" and an extension. The hash covers the
/// rest. Since a killed run may leave any bytes, only the name distinguishes its file from a file of the
/// user, and no user chooses such a name.
std::string temporary_name(const TemporaryOwner& owner, unsigned count, const std::string& extension);
/// Creates one next to `target`, with its extension.
std::filesystem::path temporary_name(const std::filesystem::path& target);

/// Returns nothing for other names, also for temporary files of earlier versions, whose names have no hash.
std::optional<TemporaryOwner> owner_of(std::string_view name);
/// The name of this machine as it stands in names of files.
const std::string& host_name();

/// Makes and opens a hidden file that is removed if the process ends before `forget_file`. `target` is as in
/// temporary_name, and `path` receives the name. Only the owner can read it. Locked if the file system can.
/// Returns -1 and sets errno on failure.
int make_temporary(const std::filesystem::path& target, std::filesystem::path& path);
/// make_temporary does this for the files that it creates.
void remember_file(const std::filesystem::path& path);
/// The file has another name, or is gone.
void forget_file(const std::filesystem::path& path);

/// Removes the temporary files of writes in progress, at the end of the process. Async-signal-safe.
void remove_temporaries();

/// Removes the hidden files in a folder that dead processes of this machine made and, if their lock is free,
/// files of other machines without a write for an hour. Returns the number of removed files.
int remove_stale(const std::filesystem::path& folder);

/// Removes one of these files, opened as `file`, if it is abandoned and still has that name, since another
/// process may have claimed the output meanwhile. Locks it. Returns true if it did.
bool remove_left(const std::filesystem::path& path, int file);

class OutputLock {
  public:
    /// Ends it, and removes its file.
    ~OutputLock();
    OutputLock(const OutputLock&) = delete;
    OutputLock& operator=(const OutputLock&) = delete;

    struct Answer;
    /// Asks without waiting.
    static Answer ask(const std::filesystem::path& target);

  private:
    OutputLock(std::filesystem::path path, int file) : path_(std::move(path)), file_(file) {}
    std::filesystem::path path_;
    int file_;
};

struct OutputLock::Answer {
    /// Null if another process holds it, or if no claim is possible: the file system has no locks, or another
    /// kind of file has its name. Then no process has one.
    std::shared_ptr<const OutputLock> claim = nullptr;
    bool held_elsewhere = false;
};

/// True if a hidden file of this name is a claim.
bool is_claim(std::string_view name);
/// True if an open file with such a name may be a claim. A file with content is not ours.
bool is_claim(int file);

} // namespace atrous
