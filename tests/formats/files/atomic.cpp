// Tests that files appear whole or not at all, nothing is replaced unasked, and no temporary file remains.
#include "base/error.h"
#include "files/atomic_file.h"
#include "platform/process.h"
#include "support/files/io_files.h"
#include "support/full_disk.h"
#include <csignal>
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace atrous;

namespace {

ImageFile small(int width = 8) { return files::picture({width, 8}, PixelType::u8, 3, Alpha::none); }

std::string write_error(const ImageFile& file, const std::filesystem::path& path, WriteOptions options = {}) {
    try {
        write_image_file(file, path, options);
    } catch (const Error& error) {
        CHECK(error.kind == Exit::some_failed);
        return error.what();
    }
    return {};
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE("an existing file is not replaced, unless asked") {
    files::Folder folder;
    const auto path = folder / "a.png";
    write_image_file(small(), path, {});
    const std::string before = files::read_all(path);
    CHECK(has(write_error(small(9), path), "a.png: exists already"));
    CHECK(files::read_all(path) == before);
    write_image_file(small(9), path, {.overwrite = true});
    CHECK(files::load(path).parts[0].pixels.size == Size{9, 8});
    CHECK(folder.entries() == 1);
}

TEST_CASE("a file that appears while we write is not replaced") {
    files::Folder folder;
    AtomicFile file(folder / "a.png", false);
    files::write_all(file.temporary(), "ours");
    files::write_all(folder / "a.png", "theirs");
    CHECK_THROWS_WITH_AS(file.commit(), doctest::Contains("exists already"), Error);
    CHECK(files::read_all(folder / "a.png") == "theirs");
}

TEST_CASE("of many writers of one name exactly one succeeds") {
    files::Folder folder;
    std::vector<std::thread> threads;
    std::atomic<int> done{0};
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&, i] {
            if (write_error(small(8 + i), folder / "a.png").empty()) ++done;
        });
    for (std::thread& thread : threads) thread.join();
    CHECK(done == 1);
    CHECK(folder.entries() == 1);
    CHECK(files::load(folder / "a.png").parts.size() == 1);
}

TEST_CASE("a file has the mode that the umask gives; an overwritten one keeps its own") {
    files::Folder folder;
    const mode_t old = umask(027);
    write_image_file(small(), folder / "a.png", {});
    umask(old);
    struct stat info {};
    stat((folder / "a.png").c_str(), &info);
    CHECK((info.st_mode & 07777) == 0640);
    chmod((folder / "a.png").c_str(), 0604);
    write_image_file(small(), folder / "a.png", {.overwrite = true});
    stat((folder / "a.png").c_str(), &info);
    CHECK((info.st_mode & 07777) == 0604);
}

TEST_CASE("a link is written through, not replaced") {
    files::Folder folder;
    write_image_file(small(), folder / "a.png", {});
    std::filesystem::create_symlink(folder / "a.png", folder / "b.png");
    write_image_file(small(9), folder / "b.png", {.overwrite = true});
    CHECK(std::filesystem::is_symlink(folder / "b.png"));
    CHECK(files::load(folder / "a.png").parts[0].pixels.size == Size{9, 8});
}

TEST_CASE("targets that cannot be written are named with the reason") {
    files::Folder folder;
    CHECK(has(write_error(small(), folder / "none" / "a.png"),
              "a.png: cannot be written: No such file or directory"));
    files::write_all(folder / "file", "x");
    CHECK(has(write_error(small(), folder / "file" / "a.png"), "Not a directory"));
    std::filesystem::create_directory(folder / "b.png");
    CHECK(has(write_error(small(), folder / "b.png"), "is a folder"));
    CHECK(folder.entries() == 2);
}

TEST_CASE("a folder without write permission is an error with the path") {
    files::Folder folder;
    chmod(folder.path.c_str(), 0555);
    const pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0 && seteuid(65534) != 0) _exit(2);
        _exit(has(write_error(small(), folder / "a.png"), "a.png: cannot be written: Permission denied") ? 0
                                                                                                         : 3);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE(
    "a disk that fills up is an error with the path, in every format, wherever it ends, and leaves nothing") {
    files::Folder folder;
    const ImageFile big = files::picture({96, 96}, PixelType::u8, 3, Alpha::none);
    for (const char* name : {"a.jpg", "a.png", "a.tif", "a.exr", "a.webp", "a.hdr", "a.bmp", "a.tga", "a.ppm",
                             "a.dpx", "a.jp2", "a.heic"}) {
        if (!can_write(name)) continue;
        write_image_file(big, folder / name, {});
        const std::string whole = files::read_all(folder / name);
        std::filesystem::remove(folder / name);
        for (const rlim_t limit :
             {rlim_t(0), rlim_t(10), rlim_t(whole.size() / 2), rlim_t(whole.size() - 1)}) {
            CAPTURE(std::string(name));
            CAPTURE(limit);
            std::string message;
            {
                const test::FullDisk full(limit);
                message = write_error(big, folder / name);
            }
            CHECK(has(message, name));
            CHECK(has(message, "cannot be written"));
            CHECK((has(message, "File too large") || name == std::string("a.heic")));
            CHECK(folder.entries() == 0);
        }
        const test::FullDisk full(whole.size());
        CHECK(write_error(big, folder / name).empty());
        CHECK(files::read_all(folder / name) == whole);
        std::filesystem::remove(folder / name);
    }
}

TEST_CASE("temporaries are hidden, unique, keep the extension, and can all be removed") {
    files::Folder folder;
    {
        AtomicFile a(folder / "a.png", false), b(folder / "a.png", false);
        const auto owner = owner_of(a.temporary().filename().string());
        REQUIRE(owner);
        CHECK(owner->host == host_name());
        CHECK(owner->process == getpid());
        CHECK(owner->start == process_start(getpid()));
        CHECK(a.temporary() != b.temporary());
        CHECK(a.temporary().parent_path() == folder.path);
        CHECK(a.temporary().filename().string().starts_with("."));
        CHECK(a.temporary().extension() == ".png");
        CHECK(folder.entries() == 2);
        remove_temporaries();
        CHECK(folder.entries() == 0);
    }
    { const AtomicFile c(folder / "a.png", false); }
    CHECK(folder.entries() == 0);
}

TEST_CASE("a process is distinguished from a later one with its number, for each program name") {
    const std::uint64_t start = process_start(getpid());
    CHECK(start > 0);
    const pid_t child = fork();
    if (child == 0) ::pause(), ::_exit(0);
    REQUIRE(child > 0); // otherwise all processes would be killed
    CHECK(process_start(child) >= start);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    CHECK(process_start(child) == 0);
    const std::string numbers = " S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 777 20\n";
    for (const char* name : {"(a)", "(a b)", "(a) b) S 5 (c)", "()"})
        CHECK(process_start_in("12 " + std::string(name) + numbers) == 777);
    for (const char* cut : {"", "12", "12 (a", "12 (a)", "12 (a) S 1 2 3",
                            "12 (a) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18"})
        CHECK(process_start_in(cut) == 0);
}
