// Hidden files of runs: temporary ones, their names and a list of those that exist, for the end of the process; claims, by
// which several processes on one folder tell who makes a file (a hidden, locked, empty file next to it); and what
// killed runs left of both.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace atrous {

/// Who made a temporary file, as its name says.
struct TemporaryOwner {
    std::string host;
    int process = 0;
    std::uint64_t start = 0; ///< process_start() of it; 0 where the system does not tell
};

/// The name of a hidden file: ".atrous-HOST-PID@START-COUNT-HASH" and an extension. The hash is of all else: what a
/// killed run left is any bytes, so only the name tells it from a file of the user, and no user chooses such a name.
std::string temporary_name(const TemporaryOwner& owner, unsigned count, const std::string& extension);
/// Creates one next to `target`, with its extension.
std::filesystem::path temporary_name(const std::filesystem::path& target);

/// Nothing where the name is not that of a temporary file: those of earlier versions, without the hash, are not taken for
/// one.
std::optional<TemporaryOwner> owner_of(std::string_view name);
/// The name of this machine as it stands in names of files.
const std::string& host_name();

/// Makes and opens a hidden file that is to be removed where the process ends before `forget_file`; `target` as in
/// temporary_name, whose name is put into `path`. Nobody else may read it. Locked where the file system can. -1 and errno where it cannot be made.
int make_temporary(const std::filesystem::path& target, std::filesystem::path& path);
/// make_temporary does this for the files that it creates.
void remember_file(const std::filesystem::path& path);
/// The file has another name, or is gone.
void forget_file(const std::filesystem::path& path);

/// Removes the temporary files of writes that are under way. For the end of the process; async-signal-safe.
void remove_temporaries();

/// Removes the hidden files that dead processes left in a folder: those that this machine's dead processes made, and,
/// where the lock of a file can be taken, those of other machines that nobody has written to for an hour. Returns how many.
int remove_leftovers(const std::filesystem::path& folder);

/// One of them, opened as `file`: removes it where it is left, which locks it, and where it has that name still, since another
/// process may have claimed the output again in between. Returns whether it did.
bool remove_left(const std::filesystem::path& path, int file);

class Claim {
  public:
    /// Ends it, and removes its file.
    ~Claim();
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;

    struct Answer;
    /// Asks without waiting.
    static Answer ask(const std::filesystem::path& target);

  private:
    Claim(std::filesystem::path path, int file) : path_(std::move(path)), file_(file) {}
    std::filesystem::path path_;
    int file_;
};

struct Claim::Answer {
    /// Null where another process has it, or where none can be had: the file system knows no locks, or what is no claim has
    /// its name. Then nobody has one.
    std::shared_ptr<const Claim> claim = nullptr;
    bool held_elsewhere = false;
};

/// Whether a hidden file of this name is a claim.
bool is_claim(std::string_view name);
/// Whether an open file of such a name may be one: what has content is not ours.
bool is_claim(int file);

} // namespace atrous
