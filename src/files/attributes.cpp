// Copies attributes in a fixed order: extended attributes while the file is ours and closed to others, then
// owner and group, then read permissions.
#include "files/attributes.h"
#include <cstdint>
#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace atrous {
namespace {

namespace fs = std::filesystem;

constexpr const char* acl_of_file = "system.posix_acl_access";
constexpr const char* acl_of_new_files = "system.posix_acl_default";
constexpr const char* acl_of_nfs = "system.nfs4_acl";
constexpr std::size_t max_bytes = 65536; // of an attribute, and of all names (XATTR_SIZE_MAX, XATTR_LIST_MAX)
constexpr mode_t read_write = 0666, owner_alone = 0700, no_special_bits = 0777;

/// Returns nothing if the attribute does not exist, cannot be read or is not supported by the file system.
std::optional<std::string> attribute(const fs::path& path, const std::string& name) {
    std::string value(max_bytes, '\0');
    const ssize_t size = ::lgetxattr(path.c_str(), name.c_str(), value.data(), value.size());
    if (size < 0) return {};
    value.resize(std::size_t(size));
    return value;
}
std::optional<std::string> attribute(int file, const std::string& name) {
    std::string value(max_bytes, '\0');
    const ssize_t size = ::fgetxattr(file, name.c_str(), value.data(), value.size());
    if (size < 0) return {};
    value.resize(std::size_t(size));
    return value;
}

/// Returns false if the file could not get it.
bool keeps(int file, const fs::path& of, const std::string& name) {
    const auto value = attribute(of, name);
    if (!value) return false;
    return attribute(file, name) == value ||
           ::fsetxattr(file, name.c_str(), value->data(), value->size(), 0) == 0;
}

/// True if a file with other bytes has it, too: what people noted, and labels of the system. Others are sums of the bytes or
/// rights of a program (security.ima, security.capability), or what file systems note for themselves (trusted).
bool is_for_any_bytes(std::string_view name) {
    return name.starts_with("user.") || name == "security.selinux" || name == "security.SMACK64";
}

bool keeps_extended(int file, const fs::path& of) {
    std::string names(max_bytes, '\0');
    const ssize_t size = ::llistxattr(of.c_str(), names.data(), names.size());
    bool all = true;
    for (ssize_t at = 0; at < size;) {
        const std::string name = names.c_str() + at;
        if (is_for_any_bytes(name)) all &= keeps(file, of, name);
        at += ssize_t(name.size()) + 1;
    }
    return all;
}

/// Returns false if the file keeps an ACL that differs from the other file's. Removes an inherited ACL.
bool keeps_acl(int file, const fs::path& of) {
    if (attribute(of, acl_of_file)) return keeps(file, of, acl_of_file);
    return ::fremovexattr(file, acl_of_file) == 0 || !attribute(file, acl_of_file);
}

/// Members of the file's former group now count as others, and the reverse.
mode_t without_group(mode_t mode) {
    const mode_t both = mode & mode >> 3 & 7;
    return (mode & owner_alone) | both << 3 | both;
}

/// The rights of the owner, the group (the mask, if the ACL has one) and others, in three digits as for
/// chmod.
mode_t mode_of_acl(const std::string& acl) {
    struct Entry { // of the kernel, little-endian as all machines that this runs on
        std::uint16_t tag, rights;
        std::uint32_t id;
    };
    constexpr std::size_t version = 4; // bytes in front
    constexpr std::uint16_t owner = 1, group = 4, mask = 16, others = 32;
    mode_t mode = 0;
    bool has_mask = false;
    for (std::size_t at = version; at + sizeof(Entry) <= acl.size(); at += sizeof(Entry)) {
        Entry entry{};
        std::memcpy(&entry, acl.data() + at, sizeof entry);
        const mode_t rights = entry.rights & 7;
        if (entry.tag == owner) mode |= rights << 6;
        if (entry.tag == others) mode |= rights;
        if (entry.tag == mask || (entry.tag == group && !has_mask)) mode = (mode & 0707) | rights << 3;
        has_mask |= entry.tag == mask;
    }
    return mode;
}

/// Asked of the system each time, since umask() itself can only change it, for all threads.
mode_t current_umask() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("Umask:")) return mode_t(std::stoul(line.substr(6), nullptr, 8));
    return 077; // unknown: only the owner
}

} // namespace

mode_t mode_of_new_file(const fs::path& folder) {
    const auto acl = attribute(folder / ".", acl_of_new_files); // the folder itself may be a link
    return read_write & (acl ? mode_of_acl(*acl) : ~current_umask());
}

std::string take_attributes(int file, const fs::path& of) {
    struct stat old {
    }, own{};
    if (::lstat(of.c_str(), &old) != 0 || !S_ISREG(old.st_mode) || ::fstat(file, &own) != 0) {
        ::fchmod(file, mode_of_new_file(of.parent_path()));
        return {};
    }
    std::string lost;
    const auto check = [&](bool kept, const char* what) {
        if (!kept) lost += (lost.empty() ? "" : ", ") + std::string(what);
        return kept;
    };
    check(keeps_extended(file, of), "extended attributes");
    constexpr uid_t same = uid_t(-1);
    check(old.st_uid == own.st_uid || ::fchown(file, old.st_uid, same) == 0, "owner");
    const bool group = check(old.st_gid == own.st_gid || ::fchown(file, same, old.st_gid) == 0, "group");
    mode_t mode = old.st_mode & no_special_bits;
    if (!group) mode = without_group(mode);
    // An ACL of one group is not for another, and without the ACL the middle digit, its mask, would give too
    // many rights.
    const bool has_acl = attribute(of, acl_of_file).has_value();
    if (!check((group || !has_acl) && keeps_acl(file, of), "ACL")) mode &= owner_alone;
    ::fchmod(file, mode);
    if (attribute(of, acl_of_nfs) && !check(keeps(file, of, acl_of_nfs), "ACL"))
        ::fchmod(file, mode & owner_alone);
    return lost;
}

} // namespace atrous
