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

namespace fs = std::filesystem;

constexpr mode_t of_others = S_IWGRP | S_IWOTH;

/// Includes the owner of the root folder: in a user namespace the administrator has another number.
bool is_administrator(uid_t user) {
    struct stat root {};
    return user == 0 || (::stat("/", &root) == 0 && user == root.st_uid);
}

std::string words(const fs::path& folder, const std::string& why) { return folder.string() + " " + why; }

/// Returns the reason why other users may change the path that `info` describes, or an empty text.
std::string why_changeable(const fs::path& path, const struct stat& info) {
    if (info.st_uid != ::geteuid() && !is_administrator(info.st_uid))
        return words(path, "belongs to another user (" + std::to_string(info.st_uid) + ")");
    if ((info.st_mode & of_others) != 0 && !(S_ISDIR(info.st_mode) && (info.st_mode & S_ISVTX) != 0))
        return words(path, "can be written to by other users (chmod go-w)");
    return {};
}

/// Returns the problem of a folder above the private one, whose contents may be ours but could be renamed, or
/// an empty text.
std::string why_not_safe(const fs::path& folder) {
    struct stat info {};
    if (::lstat(folder.c_str(), &info) != 0)
        return words(folder, std::string("cannot be reached: ") + std::strerror(errno));
    if (!S_ISDIR(info.st_mode)) return words(folder, "is no folder");
    return why_changeable(folder, info);
}

} // namespace

fs::path folder_in(const char* variable) {
    const char* const value = std::getenv(variable);
    return value && *value == '/' ? fs::path(value) : fs::path();
}

std::string make_private_folder(const fs::path& folder) {
    std::error_code bad;
    if (fs::is_directory(folder, bad)) return {};
    if (folder.has_parent_path() && folder != folder.parent_path())
        if (std::string why = make_private_folder(folder.parent_path()); !why.empty()) return why;
    if (::mkdir(folder.c_str(), 0700) == 0 || (errno == EEXIST && fs::is_directory(folder, bad))) return {};
    return words(folder, std::string("cannot be made: ") + std::strerror(errno));
}

std::string why_not_private(const fs::path& folder, bool exists_alone) {
    struct stat info {};
    if (!exists_alone) {
        if (std::string why = why_not_safe(folder); !why.empty()) return why;
        if (::lstat(folder.c_str(), &info) != 0 || info.st_uid != ::geteuid())
            return words(folder, "belongs to another user (" + std::to_string(info.st_uid) + ")");
        if ((info.st_mode & of_others) != 0)
            return words(folder, "can be written to by other users (chmod go-w)");
    }
    for (fs::path above = exists_alone ? folder : folder.parent_path();; above = above.parent_path()) {
        if (std::string why = why_not_safe(above); !why.empty()) return why;
        if (above == above.parent_path()) return {};
    }
}

std::string why_not_trusted(const fs::path& file) {
    std::error_code bad;
    const fs::path real = fs::canonical(file, bad);
    struct stat info {};
    if (bad || ::stat(real.c_str(), &info) != 0) return words(file, "cannot be reached");
    // The folder of a symbolic link counts, too: who may write to it chooses the file.
    for (const fs::path& folder : {fs::canonical(file.parent_path(), bad), real.parent_path()})
        if (std::string why = why_not_private(folder, true); !why.empty()) return why;
    return why_changeable(real, info);
}

} // namespace atrous
