// Tests attributes of files: a new file has the rights of the umask or the folder's ACL, a replaced file
// keeps its own rights, and until then no other user can read it.
#include "files/attributes.h"
#include "files/atomic_file.h"
#include "files/messages.h"
#include "support/files/io_files.h"
#include "support/messages.h"
#include "support/paths.h"
#include "support/skip.h"
#include <cstdint>
#include <doctest/doctest.h>
#include <functional>
#include <grp.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

using namespace atrous;

namespace {

constexpr uid_t nobody = 65534, somebody = 1234;
constexpr const char *acl_of_file = "system.posix_acl_access", *acl_of_new_files = "system.posix_acl_default";

struct stat look(const std::filesystem::path& path) {
    struct stat info {};
    REQUIRE(::lstat(path.c_str(), &info) == 0);
    return info;
}
mode_t mode_of(const std::filesystem::path& path) { return look(path).st_mode & 07777; }

std::string attribute(const std::filesystem::path& path, const char* name) {
    std::string value(1024, '\0');
    const ssize_t size = ::lgetxattr(path.c_str(), name, value.data(), value.size());
    return size < 0 ? "none" : value.substr(0, std::size_t(size));
}

/// Returns false and reports a skip if the file system does not keep it.
bool set(const std::filesystem::path& path, const char* name, const std::string& value) {
    if (::lsetxattr(path.c_str(), name, value.data(), value.size(), 0) == 0) return true;
    test::skip("the file system of " + path.parent_path().string() + " keeps no " + name);
    return false;
}

/// An ACL in the kernel's form, with rights (0 to 7) of the owner, a second user, the group, the mask and others.
std::string acl(std::uint16_t owner, std::uint16_t user, std::uint16_t group, std::uint16_t mask,
                std::uint16_t others) {
    struct Entry {
        std::uint16_t tag, rights;
        std::uint32_t id = 0xffffffff;
    };
    std::string bytes("\2\0\0\0", 4);
    for (const Entry& entry :
         {Entry{1, owner}, Entry{2, user, somebody}, Entry{4, group}, Entry{16, mask}, Entry{32, others}})
        bytes.append(reinterpret_cast<const char*>(&entry), sizeof entry);
    return bytes;
}

/// Replaces or creates a file. Returns the attributes that were not kept.
std::string replace(const std::filesystem::path& path) {
    AtomicFile file(path, true);
    file.write("new", 3);
    file.commit();
    return file.not_kept().text;
}

/// True if work ends well in a process of an ordinary user. Reports a skip and returns true if that is impossible.
bool as_nobody(const std::function<bool()>& work) {
    if (::geteuid() != 0) return test::skip("only root can be somebody else"), true;
    const pid_t child = ::fork();
    if (child == 0) {
        if (::setgroups(0, nullptr) != 0 || ::setresgid(nobody, nobody, nobody) != 0 ||
            ::setresuid(nobody, nobody, nobody) != 0)
            ::_exit(2);
        ::_exit(work() ? 0 : 1);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    return status == 0;
}

} // namespace

TEST_CASE("no other user can read a temporary file, whatever the umask and the replaced file's mode") {
    files::Folder folder;
    const mode_t old = umask(0);
    files::write_all(folder / "a.png", "old");
    AtomicFile file(folder / "a.png", true), fresh(folder / "b.png", false);
    CHECK(mode_of(file.temporary()) == 0600);
    CHECK(mode_of(fresh.temporary()) == 0600);
    fresh.commit();
    umask(old);
    CHECK(mode_of(folder / "b.png") == 0666);
}

TEST_CASE("in a folder with a default ACL, the ACL determines a new file's rights, not the umask") {
    files::Folder folder;
    const mode_t old = umask(077);
    bool has_acls = false;
    for (const std::string& value : {acl(7, 7, 5, 7, 0), acl(6, 4, 0, 4, 4)}) {
        has_acls = set(folder.path, acl_of_new_files, value);
        if (!has_acls) break;
        files::write_all(folder / "system.png", "as the system does it");
        replace(folder / "ours.png");
        CHECK(mode_of(folder / "ours.png") == mode_of(folder / "system.png"));
        CHECK(attribute(folder / "ours.png", acl_of_file) == attribute(folder / "system.png", acl_of_file));
        std::filesystem::remove(folder / "ours.png");
        std::filesystem::remove(folder / "system.png");
    }
    umask(old);
    if (!has_acls) return;
    std::filesystem::create_directory_symlink(folder.path, folder / "link");
    CHECK(mode_of_new_file(folder / "link") == 0644);
    files::write_all(folder / "a.png", "old"); // has what the folder's says, and loses it
    ::removexattr((folder / "a.png").c_str(), acl_of_file);
    ::chmod((folder / "a.png").c_str(), 0640);
    CHECK(replace(folder / "a.png").empty());
    CHECK(attribute(folder / "a.png", acl_of_file) == "none");
    CHECK(mode_of(folder / "a.png") == 0640);
}

TEST_CASE("a file that is replaced keeps its ACL and what people noted of it; a special bit goes") {
    files::Folder folder;
    const auto path = folder / "a.png";
    files::write_all(path, "old");
    ::chmod(path.c_str(), 06755);
    CHECK(replace(path).empty());
    CHECK(mode_of(path) == 0755);
    const std::string rights = acl(6, 4, 0, 4, 0), note(300, '\0');
    const bool acls = set(path, acl_of_file, rights), notes = set(path, "user.rating", note);
    ::chmod(path.c_str(), 0440); // the middle digit is the mask
    CHECK(replace(path).empty());
    CHECK(mode_of(path) == 0440);
    CHECK(files::read_all(path) == "new");
    if (acls) CHECK(attribute(path, acl_of_file) == acl(4, 4, 0, 4, 0));
    if (notes) CHECK(attribute(path, "user.rating") == note);
}

TEST_CASE("root keeps the owner of replaced files; attributes about the bytes are left out") {
    if (::geteuid() != 0) return test::skip("only root gives files away");
    files::Folder folder;
    const auto path = folder / "a.png";
    files::write_all(path, "old");
    REQUIRE(::chown(path.c_str(), nobody, somebody) == 0);
    ::chmod(path.c_str(), 04750);
    const std::string capability("\1\0\0\2\0\4\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20);
    ::lsetxattr(path.c_str(), "security.capability", capability.data(), capability.size(), 0);
    ::lsetxattr(path.c_str(), "trusted.overlay.origin", "x", 1, 0);
    CHECK(replace(path).empty());
    CHECK(look(path).st_uid == nobody);
    CHECK(look(path).st_gid == somebody);
    CHECK(mode_of(path) == 0750);
    CHECK(attribute(path, "security.capability") == "none");
    CHECK(attribute(path, "trusted.overlay.origin") == "none");
}

TEST_CASE("if owner, group or ACL cannot be kept, no user gets new rights, and a warning lists the loss") {
    files::Folder folder;
    ::chmod(folder.path.c_str(), 0777);
    const auto made = [&](const std::string& name, mode_t mode) {
        files::write_all(folder / name, "old");
        ::chmod((folder / name).c_str(), mode);
    };
    for (const auto& [before, after] :
         {std::pair<mode_t, mode_t>{0664, 0644}, {0660, 0600}, {0604, 0600}, {0666, 0666}}) {
        made("a.png", before);
        CHECK(as_nobody([&] {
            return replace(folder / "a.png")
                .ends_with("a.png: " + text_of(messages::attributes_lost, "owner, group"));
        }));
        if (::geteuid() == 0) CHECK(mode_of(folder / "a.png") == after);
        std::filesystem::remove(folder / "a.png");
    }
    made("b.png", 0644);
    if (!set(folder / "b.png", acl_of_file, acl(6, 6, 4, 6, 4))) return;
    CHECK(as_nobody([&] { return replace(folder / "b.png").ends_with(": owner, group, ACL"); }));
    if (::geteuid() == 0) CHECK(mode_of(folder / "b.png") == 0600);
}

namespace {

/// Replaces a.png ("old"), of which a killed run left the backup.
void check_goes_on(const files::Folder& folder) {
    const auto path = folder / "a.png";
    CHECK_FALSE(backup_is_taken(path, ".bak"));
    AtomicFile file(path, true);
    file.write("new", 3);
    file.keep_old(".bak");
    file.commit();
    CHECK(files::read_all(folder / "a.png.bak") == "old");
    CHECK(files::read_all(path) == "new");
    CHECK(backup_is_taken(path, ".bak"));
}

} // namespace

TEST_CASE("a backup is a second name of the old file; a link to it, or to nothing, is no backup") {
    files::Folder folder;
    const auto path = folder / "a.png", backup = folder / "a.png.bak";
    const auto fails = [&] {
        files::write_all(path, "old");
        CHECK(backup_is_taken(path, ".bak"));
        AtomicFile file(path, true);
        file.write("new", 3);
        file.keep_old(".bak");
        CHECK_THROWS_AS(file.commit(), FileExists);
        CHECK(files::read_all(path) == "old");
        std::filesystem::remove(backup);
    };
    std::filesystem::create_symlink(nowhere(), backup);
    fails();
    std::filesystem::create_symlink("a.png", backup);
    fails();
    std::filesystem::create_symlink("a.png.bak", backup); // to itself
    fails();
    std::filesystem::create_directory(backup);
    fails();
    files::write_all(backup, "odd"); // of the same size
    fails();
    files::write_all(path, "old");
    std::filesystem::create_hard_link(path, backup); // the state after a run killed before the renaming
    check_goes_on(folder);
}

TEST_CASE(
    "a backup with the same bytes, from a run that was killed after it copied the file, does not stop the next run") {
    files::Folder folder;
    const auto path = folder / "a.png", backup = folder / "a.png.bak";
    files::write_all(path, "old");
    std::filesystem::copy_file(path, backup);
    check_goes_on(folder);
}

TEST_CASE("a backup by copy, if hard links are refused, has the old file's attributes from the start") {
    files::Folder folder;
    ::chmod(folder.path.c_str(), 0777);
    files::write_all(folder / "a.png", "old");
    ::chmod((folder / "a.png").c_str(), 0604);
    CHECK(as_nobody([&] { // this user may not link to files of others (fs.protected_hardlinks)
        AtomicFile file(folder / "a.png", true);
        file.write("new", 3);
        file.keep_old(".bak");
        file.commit();
        return files::read_all(folder / "a.png.bak") == "old";
    }));
    if (::geteuid() != 0 || look(folder / "a.png.bak").st_uid == 0) return; // it is a link here
    CHECK(mode_of(folder / "a.png.bak") == 0600);
}

TEST_CASE("a link that leads to itself is named as such, and replaced on request") {
    files::Folder folder;
    std::filesystem::create_symlink("a.png", folder / "a.png");
    AtomicFile unasked(folder / "a.png", false);
    CHECK_THROWS_WITH_AS(unasked.commit(), doctest::Contains("a.png: exists already"), FileExists);
    replace(folder / "a.png");
    CHECK(files::read_all(folder / "a.png") == "new");
}

TEST_CASE("a file that turns into a link before the rename is replaced itself, not the target of the link") {
    files::Folder folder;
    files::write_all(folder / "a.png", "old");
    files::write_all(folder / "other", "other");
    ::chmod((folder / "other").c_str(), 0666);
    AtomicFile file(folder / "a.png", true);
    file.write("new", 3);
    std::filesystem::remove(folder / "a.png");
    std::filesystem::create_symlink("other", folder / "a.png");
    const mode_t old = umask(027);
    file.commit();
    umask(old);
    CHECK(mode_of(folder / "a.png") == 0640);
    CHECK(files::read_all(folder / "a.png") == "new");
    CHECK(files::read_all(folder / "other") == "other");
}
