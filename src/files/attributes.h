// The attributes of a file in addition to its bytes: owner, group, permissions, access control list (ACL), extended attributes.
#pragma once
#include <filesystem>
#include <string>
#include <sys/types.h>

namespace atrous {

/// The mode of a file that is made in a folder: what the folder's default ACL says, else the umask.
mode_t mode_of_new_file(const std::filesystem::path& folder);

/// Gives an open file of ours, that nobody else may read yet, what another one has: owner and group, permissions,
/// ACL and extended attributes, as far as they are not about its bytes; a set-user-ID, set-group-ID or sticky bit goes, as
/// with any write. Nobody gets a right that he did not have: where something cannot be kept, the rights that hung on it go.
/// Returns what that is, like "owner, ACL"; empty: nothing. Where no regular file is there (a link is none), it becomes a new one.
std::string take_attributes(int file, const std::filesystem::path& of);

} // namespace atrous
