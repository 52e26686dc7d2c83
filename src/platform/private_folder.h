// Checks the write access of other users to folders whose files are loaded as code, and to configuration
// files.
#pragma once
#include <filesystem>
#include <string>

namespace atrous {

/// Returns the folder in an environment variable. Returns an empty path if it is not set or not an absolute
/// path, since the XDG Base Directory Specification ignores such values.
std::filesystem::path folder_in(const char* variable);

/// Makes a folder, and missing folders above it, only for this user (0700). Returns the system's error text,
/// or an empty text on success.
std::string make_private_folder(const std::filesystem::path& folder);

/// Returns the reason why users other than this one and the administrator could add files to the folder or
/// replace it, or an empty text. Checks the folder, which has no symbolic link in its path (`canonical`), and
/// all folders above it, as ssh does with its keys. `exists_alone`: accepts a place where such a folder can
/// be made, not only the user's own folder.
std::string reason_not_private(const std::filesystem::path& folder, bool exists_alone = false);

/// Returns the reason why other users (except the administrator) could change or replace the file, or an
/// empty text.
std::string reason_not_trusted(const std::filesystem::path& file);

} // namespace atrous
