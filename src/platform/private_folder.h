// Folders whose files are loaded as code, and files that are obeyed: who else may change them.
#pragma once
#include <filesystem>
#include <string>

namespace atrous {

/// The folder that a variable of the environment names; empty where it is not set or no absolute path, as the XDG Base Directory
/// Specification wants such values to be ignored.
std::filesystem::path folder_in(const char* variable);

/// Makes a folder, and those above it that are not there, only for this user (0700). Returns the system's words where it
/// cannot be; empty: it is there.
std::string make_private_folder(const std::filesystem::path& folder);

/// Who else than this user and the machine's administrator could put files into the folder, or another folder in its place: why it is
/// not private. Looks at the folder, which has no symbolic link in its path (`canonical`), and at all above it, as ssh does with its
/// keys. Empty: nobody. `exists_alone`: it is not to be the user's own, a place where such a folder can be made suffices.
std::string why_not_private(const std::filesystem::path& folder, bool exists_alone = false);

/// Who else than this user and the machine's administrator could change the file, or put another one in its place; empty: nobody.
std::string why_not_trusted(const std::filesystem::path& file);

} // namespace atrous
