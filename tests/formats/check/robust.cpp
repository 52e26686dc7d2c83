// Tests that damaged files never end the process, and that many threads may decode at once.
#include "base/error.h"
#include "support/files/io_files.h"
#include <atomic>
#include <doctest/doctest.h>
#include <thread>

using namespace atrous;

namespace {

constexpr const char* names[] = {"a.jpg", "a.png", "a.tif", "a.exr", "a.webp",
                                 "a.hdr", "a.bmp", "a.tga", "a.ppm", "a.dpx"};
constexpr int variants = 120;

/// The file with a few flipped bits, or cut short, by the variant's number.
std::string damaged(std::string bytes, std::uint32_t variant) {
    std::uint32_t seed = files::noise(42 + variant);
    const auto next = [&](std::size_t range) { return (seed = files::noise(seed + 1)) % range; };
    if (variant % 4 == 0) bytes.resize(next(bytes.size()));
    const std::size_t reach =
        variant % 2 ? std::min<std::size_t>(bytes.size(), 128) : bytes.size(); // headers too
    for (std::size_t i = 0; reach && i < 1 + next(4); ++i) bytes[next(reach)] ^= char(1 << next(8));
    return bytes;
}

} // namespace

TEST_CASE("damaged files give an error or an image, never the end of the process") {
    files::Folder folder;
    for (const char* name : names) {
        write_image_file(files::picture({33, 17}, PixelType::u8, 3, Alpha::none), folder / name, {});
        const std::string whole = files::read_all(folder / name);
        for (std::uint32_t variant = 0; variant < variants; ++variant) {
            CAPTURE(name);
            CAPTURE(variant);
            files::write_all(folder / (std::string("bad-") + name), damaged(whole, variant));
            try {
                files::load(folder / (std::string("bad-") + name));
            } catch (const Error& error) {
                CHECK(error.kind == Exit::some_failed);
            }
        }
    }
}

TEST_CASE("eight threads open JPEGs with an ICC profile, again and again") {
    files::Folder folder;
    const ImageFile written = files::picture({16, 16}, PixelType::u8, 3, Alpha::none);
    write_image_file(written, folder / "plain.jpg", {});
    const std::string plain = files::read_all(folder / "plain.jpg");
    for (int i = 0; i < 16; ++i) {
        std::string profile = files::small_profile();
        profile[100] = char(i);
        files::write_all(folder / (std::to_string(i) + ".jpg"), files::jpeg_with_profile(plain, profile));
    }
    const ImageFile expected = files::load(folder / "0.jpg");
    std::vector<std::thread> threads;
    std::atomic<int> equal{0};
    for (int t = 0; t < 8; ++t)
        threads.emplace_back([&, t] {
            for (int i = 0; i < 100; ++i)
                equal += files::same_pixels(expected,
                                            files::load(folder / (std::to_string((t + i) % 16) + ".jpg")));
        });
    for (std::thread& thread : threads) thread.join();
    CHECK(equal == 800);
}

TEST_CASE("threads that read and write different files do not disturb each other") {
    files::Folder folder;
    std::vector<std::thread> threads;
    std::atomic<int> equal{0};
    for (int t = 0; t < 8; ++t)
        threads.emplace_back([&, t] {
            const char* extensions[] = {".png", ".tif", ".exr", ".bmp"};
            for (int i = 0; i < 12; ++i) {
                const auto path = folder / (std::to_string(t) + "-" + std::to_string(i) + extensions[i % 4]);
                const PixelType type = i % 4 == 2 ? PixelType::f16 : PixelType::u8;
                const ImageFile written = files::picture({20 + t, 10 + i}, type, 3, Alpha::none);
                write_image_file(written, path, {});
                equal += files::same_pixels(written, files::load(path));
            }
        });
    for (std::thread& thread : threads) thread.join();
    CHECK(equal == 96);
}
