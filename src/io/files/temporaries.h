// Hidden files of runs: their names, a list of those that exist, for the end of the process, and those of runs that were killed.
#pragma once
#include <cstdint>
#include <filesystem>
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
/// killed run left is any bytes, so the name alone tells it from a file of the user's, and nobody gives such a name by hand.
std::string temporary_name(const TemporaryOwner& owner, unsigned count, const std::string& extension);
/// A new one beside `target`, with its extension.
std::filesystem::path temporary_name(const std::filesystem::path& target);

/// Nothing where the name is not that of a temporary file: those of earlier versions, without the hash, are not taken for
/// one.
std::optional<TemporaryOwner> owner_of(std::string_view name);
/// The name of this machine as it stands in names of files.
const std::string& host_name();

/// Makes and opens a hidden file that is to be removed where the process ends before `forget_file`; `target` as in
/// temporary_name, whose name is put into `path`. Nobody else may read it. Locked where the file system can. -1 and errno where it cannot be made.
int make_temporary(const std::filesystem::path& target, std::filesystem::path& path);
/// As make_temporary does by itself for what it makes.
void remember_file(const std::filesystem::path& path);
/// The file has another name, or is gone.
void forget_file(const std::filesystem::path& path);

/// Removes the temporary files of writes that are under way. For the end of the process; async-signal-safe.
void remove_temporaries();

/// Removes the hidden files that dead processes left in a folder: those that this machine's dead processes made, and,
/// where the lock of a file can be taken, those of other machines that nobody has written to for an hour. Returns how many.
int remove_leftovers(const std::filesystem::path& folder);

/// One of them, opened as `file`: removes it where it is left, which locks it, and where it has that name still, since another
/// process may have claimed the output anew in between. Returns whether it did.
bool remove_left(const std::filesystem::path& path, int file);

} // namespace atrous
