// Copies the attributes of a file in addition to its bytes: owner, group, permissions, access control list
// (ACL), extended attributes.
#pragma once
#include <filesystem>
#include <string>
#include <sys/types.h>

namespace atrous {

/// Returns the mode of a new file in a folder, from the folder's default ACL or otherwise the umask.
mode_t mode_of_new_file(const std::filesystem::path& folder);

/// Copies owner and group, permissions, ACL and extended attributes of another file to an open file of ours
/// that only we can read yet. Skips attributes about the bytes, and set-user-ID, set-group-ID and sticky
/// bits, as any write does. Gives no user new rights: removes the rights that depend on a lost attribute.
/// Returns the lost attributes, for example "owner, ACL", or an empty text. If the other path is not a
/// regular file (a link is not), the file gets the attributes of a new one.
std::string take_attributes(int file, const std::filesystem::path& of);

} // namespace atrous
