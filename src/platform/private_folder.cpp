// Looks at owners and modes: an access list widens the group's bits of the mode, so that these cover it.
#include "platform/private_folder.h"
#include "base/error.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace atrous {
namespace {

constexpr mode_t of_others = S_IWGRP | S_IWOTH;

/// Includes the owner of the root folder: in a user namespace the administrator has another number.
bool is_administrator(uid_t user) {
    struct stat root {};
    return user == 0 || (::stat("/", &root) == 0 && user == root.st_uid);
}

std::string words(const fs::path& folder, const std::string& reason) {
    return folder.string() + " " + reason;
}

/// Returns the reason why other users may change the path that `info` describes, or an empty text.
std::string reason_changeable(const fs::path& path, const struct stat& info) {
    if (info.st_uid != ::geteuid() && !is_administrator(info.st_uid))
        return words(path, "belongs to another user (" + std::to_string(info.st_uid) + ")");
    if ((info.st_mode & of_others) != 0 && !(S_ISDIR(info.st_mode) && (info.st_mode & S_ISVTX) != 0))
        return words(path, "can be written to by other users (chmod go-w)");
    return {};
}

/// Returns the problem of a folder above the private one, whose contents may be ours but could be renamed, or
/// an empty text.
std::string reason_not_safe(const fs::path& folder) {
    struct stat info {};
    if (::lstat(folder.c_str(), &info) != 0)
        return words(folder, std::string("cannot be reached: ") + std::strerror(errno));
    if (!S_ISDIR(info.st_mode)) return words(folder, "is no folder");
    return reason_changeable(folder, info);
}

} // namespace

fs::path folder_in(const char* variable) {
    const char* const value = std::getenv(variable);
    return value && *value == '/' ? fs::path(value) : fs::path();
}

std::string make_private_folder(const fs::path& folder) {
    std::error_code ec;
    if (fs::is_directory(folder, ec)) return {};
    if (folder.has_parent_path() && folder != folder.parent_path())
        if (std::string reason = make_private_folder(folder.parent_path()); !reason.empty()) return reason;
    if (::mkdir(folder.c_str(), 0700) == 0 || (errno == EEXIST && fs::is_directory(folder, ec))) return {};
    return words(folder, std::string("cannot be made: ") + std::strerror(errno));
}

std::string reason_not_private(const fs::path& folder, bool exists_alone) {
    struct stat info {};
    if (!exists_alone) {
        if (std::string reason = reason_not_safe(folder); !reason.empty()) return reason;
        if (::lstat(folder.c_str(), &info) != 0 || info.st_uid != ::geteuid())
            return words(folder, "belongs to another user (" + std::to_string(info.st_uid) + ")");
        if ((info.st_mode & of_others) != 0)
            return words(folder, "can be written to by other users (chmod go-w)");
    }
    for (fs::path above = exists_alone ? folder : folder.parent_path();; above = above.parent_path()) {
        if (std::string reason = reason_not_safe(above); !reason.empty()) return reason;
        if (above == above.parent_path()) return {};
    }
}

std::string reason_not_trusted(const fs::path& file) {
    std::error_code ec;
    const fs::path real = fs::canonical(file, ec);
    struct stat info {};
    if (ec || ::stat(real.c_str(), &info) != 0) return words(file, "cannot be reached");
    // The folder of a symbolic link counts, too: who may write to it chooses the file.
    for (const fs::path& folder : {fs::canonical(file.parent_path(), ec), real.parent_path()})
        if (std::string reason = reason_not_private(folder, true); !reason.empty()) return reason;
    return reason_changeable(real, info);
}

} // namespace atrous
