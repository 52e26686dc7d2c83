// Tests every refused file by name: the message contains fault and place, and only this file fails.
#include "base/error.h"
#include "files/messages.h"
#include "formats/common/messages.h"
#include "formats/heif/messages.h"
#include "support/files/io_files.h"
#include "support/files/png_file.h"
#include "support/messages.h"
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace atrous;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A PNG whose header claims another size.
std::string png_of_size(const std::string& png, std::uint32_t width, std::uint32_t height) {
    const std::string header = files::big(width) + files::big(height) + png.substr(24, 5);
    return png.substr(0, 8) + files::chunk_bytes({"IHDR", header}) + png.substr(33);
}

} // namespace

TEST_CASE(
    "a missing file, a file without an image, and an unreadable image are refused, each with its reason") {
    const files::Folder folder;
    using files::ExrType;
    const files::ExrPart chroma{
        "yc", {{"BY", ExrType::half, 2}, {"RY", ExrType::half, 2}, {"Y"}}, 0, 0, 4, 4, 4, 4};
    write_image_file(files::picture({64, 48}, PixelType::u8, 3, Alpha::none), folder / "whole.jpg", {});
    const std::string jpeg = files::read_all(folder / "whole.jpg"), film("\0\0\0\x14"
                                                                         "ftypqt  \0\0\0\0qt  \0\0\0\x08mdat",
                                                                         28);
    struct Row {
        const char* name;
        std::string bytes;
        Message reason;
    };
    for (const Row& row :
         {Row{"empty.jpg", "", "empty (0 bytes)"}, Row{"film.mov", film, line(messages::heif_foreign_file)},
          Row{"deep.exr", files::exr({{"deep", {{"R"}}}}, nullptr, true), line(messages::deep_image)},
          Row{"chroma.exr", files::exr({chroma}), line(messages::subsampled_image)},
          Row{"cmyk.tif", files::tiff(2, 2, 4, 8, {{262, 5}}, {std::string(16, '\x40')}),
              line(messages::cmyk_image)},
          Row{"end.jpg", jpeg.substr(0, jpeg.size() - 2), "truncated or damaged"}}) {
        CAPTURE(std::string(row.name));
        files::write_all(folder / row.name, row.bytes);
        CHECK(prints(files::read_error(folder / row.name), row.reason));
    }
    for (const char* name :
         {"a.jpg", "a.png", "a.tif", "a.exr", "a.webp", "a.hdr", "a.ppm", "a.dpx", "a.txt", "a"}) {
        CAPTURE(name);
        files::write_all(folder / name, "Not a picture, but 40 bytes of plain text.");
        CHECK(has(files::read_error(folder / name), "not an image"));
    }
    CHECK(has(files::read_error(folder / "none.jpg"), "no such file"));
    CHECK(has(files::read_error(folder.path), "is a folder"));
    CHECK(prints(files::read_error("/dev/null"), line(messages::file_not_regular)));
}

TEST_CASE("a file without permission to read is refused") {
    files::Folder folder;
    files::write_all(folder / "a.jpg", "x");
    chmod((folder / "a.jpg").c_str(), 0);
    chmod(folder.path.c_str(), 0755);
    const pid_t child = fork(); // root ignores permissions, so a child becomes user 65534
    if (child == 0) {
        if (geteuid() == 0 && seteuid(65534) != 0) _exit(2);
        try {
            files::load(folder / "a.jpg");
        } catch (const Error& error) {
            _exit(has(error.what(), "cannot be opened: Permission denied") ? 0 : 3);
        }
        _exit(4);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("an image under another image's name is read by its bytes") {
    files::Folder folder;
    const ImageFile written = files::picture({7, 5}, PixelType::u8, 3, Alpha::none);
    write_image_file(written, folder / "a.png", {});
    std::filesystem::rename(folder / "a.png", folder / "a.jpg");
    const ImageFile read = files::load(folder / "a.jpg");
    CHECK(read.format == "png");
    CHECK(files::same_pixels(written, read));
}

TEST_CASE("a header beyond the limits is refused, with the limit and the number") {
    files::Folder folder;
    write_image_file(files::picture({8, 8}, PixelType::u8, 3, Alpha::none), folder / "a.png", {});
    const std::string png = files::read_all(folder / "a.png");
    files::write_all(folder / "long.png", png_of_size(png, 70000, 1));
    const std::string longest = files::read_error(folder / "long.png");
    CHECK(has(longest, "70000x1"));
    CHECK(has(longest, "65535"));
    files::write_all(folder / "big.png", png_of_size(png, 60000, 60000));
    const std::string most = files::read_error(folder / "big.png");
    CHECK(has(most, "10800000000 samples"));
    CHECK(has(most, "8589934592"));
    files::write_all(folder / "same.png",
                     png_of_size(png, 8, 8)); // the tool of this test changes nothing else
    CHECK(files::load(folder / "same.png").parts.size() == 1);
}

TEST_CASE("truncated files are refused, at each length") {
    files::Folder folder;
    for (const char* name : {"a.jpg", "a.png", "a.exr", "a.tif", "a.webp"}) {
        CAPTURE(name);
        write_image_file(files::picture({64, 48}, PixelType::u8, 3, Alpha::none), folder / name, {});
        const std::string whole = files::read_all(folder / name);
        for (const std::size_t percent : {3, 10, 50, 90, 99}) {
            CAPTURE(percent);
            const auto cut = folder / ("cut-" + std::string(name));
            files::write_all(cut, whole.substr(0, whole.size() * percent / 100));
            CHECK(!files::read_error(cut).empty());
        }
    }
}

TEST_CASE("an image that is smaller than atrous writes as JPEG 2000, along either side, is refused") {
    files::Folder folder;
    for (const Size size : {Size{31, 32}, Size{32, 31}, Size{32, 32}}) {
        const ImageFile file = files::picture(size, PixelType::u8, 3, Alpha::none);
        const std::string reason = files::refusal([&] { write_image_file(file, folder / "a.jp2", {}); });
        CHECK(has_message(reason, messages::format_size, "JPEG 2000", 32, "least", to_string(size)) ==
              (size != Size{32, 32}));
        CHECK(std::filesystem::exists(folder / "a.jp2") == (size == Size{32, 32}));
    }
}

TEST_CASE("writing to an unknown format is refused") {
    files::Folder folder;
    const ImageFile file = files::picture({2, 2}, PixelType::u8, 3, Alpha::none);
    CHECK_THROWS_WITH_AS(write_image_file(file, folder / "a.txt", {}),
                         doctest::Contains(words(messages::format_not_written, ".txt").c_str()), Error);
    CHECK_THROWS_WITH_AS(write_image_file({}, folder / "a.png", {}), doctest::Contains("a.png: "), Error);
    CHECK(folder.entries() == 0);
}
