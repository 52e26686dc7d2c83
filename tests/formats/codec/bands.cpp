// Tests files whose samples lie in scratch files and are read and written in bands: same bits as in memory.
#include "base/error.h"
#include "files/output_bytes.h"
#include "platform/bytes.h"
#include "support/files/io_files.h"
#include "support/files/layouts.h"
#include <algorithm>
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

/// Windows of some rows of the images here.
ScratchPtr scratch_in(const files::Folder& folder, std::size_t window = 20000) {
    return std::make_shared<Scratch>(Scratch{folder.path, window, 8 << 20});
}

std::string written(const ImageFile& file, const std::filesystem::path& path) {
    write_image_file(file, path, {true});
    return files::read_all(path);
}

} // namespace

TEST_CASE("every layout is read and written in bands as in memory, and leaves no scratch file") {
    const files::Folder folder;
    for (const layouts::Layout& layout : layouts::all()) {
        CAPTURE(layout.name);
        layouts::write(folder.path, layout, {101, 601});
        const std::filesystem::path in = folder / layout.name;
        CHECK(Decoder(in).whole_only() == "");
        CHECK(Decoder(in).band_bytes() > 0);
        const ImageFile whole = Decoder(in).read();
        const std::size_t entries = folder.entries();
        const ImageFile bands = Decoder(in).read(scratch_in(folder));
        CHECK(folder.entries() == entries);
        CHECK(bands.parts[0].pixels.bytes.scratch);
        CHECK_FALSE(whole.parts[0].pixels.bytes.scratch);
        CHECK(files::same_pixels(whole, bands));
        CHECK_NOTHROW(Decoder(in).check());
        const std::string extension = in.extension().string();
        CHECK((written(whole, folder / ("whole" + extension)) ==
               written(bands, folder / ("bands" + extension))));
    }
}

TEST_CASE("from format to format, with another type, profile or alpha, bands give the bytes of memory") {
    const files::Folder folder;
    for (const layouts::Layout& layout : layouts::all()) {
        if (layout.parts > 1) continue;
        CAPTURE(layout.name);
        layouts::write(folder.path, layout, {61, 97});
        const ImageFile whole = Decoder(folder / layout.name).read(),
                        bands = Decoder(folder / layout.name).read(scratch_in(folder, 3000));
        for (const std::string out : {"a.png", "a.jpg", "a.tif", "a.exr", "a.hdr", "a.dpx"}) {
            CAPTURE(out);
            CHECK((written(whole, folder / ("a-" + out)) == written(bands, folder / ("a-" + out))));
        }
    }
}

TEST_CASE("a file that is cut anywhere is refused in bands and by a check as in memory") {
    const files::Folder folder;
    for (const layouts::Layout& layout : layouts::all()) {
        if (layout.parts > 1) continue;
        layouts::write(folder.path, layout, {61, 97});
        const std::string whole = files::read_all(folder / layout.name);
        for (const double share : {0.3, 0.6, 0.9}) {
            CAPTURE(layout.name);
            CAPTURE(share);
            files::write_all(folder / layout.name,
                             whole.substr(0, std::size_t(double(whole.size()) * share)));
            const auto fails = [&](auto read) {
                try {
                    Decoder decoder(folder / layout.name);
                    read(decoder);
                    return false;
                } catch (const Error&) {
                    return true;
                }
            };
            const bool in_memory = fails([](Decoder& decoder) { decoder.read(); });
            CHECK(fails([&](Decoder& decoder) { decoder.read(scratch_in(folder, 3000)); }) == in_memory);
            CHECK(fails([](Decoder& decoder) { decoder.check(); }) == in_memory);
        }
    }
}

TEST_CASE("bytes in a scratch file stay the same, however often they were let go") {
    const files::Folder folder;
    Bytes bytes(100000, scratch_in(folder));
    for (std::size_t i = 0; i < bytes.size; ++i) {
        bytes.data[i] = std::byte(files::noise(std::uint32_t(i)));
        if (i % 7777 == 0) bytes.let_go();
    }
    bytes.let_go();
    bool same = true;
    for (std::size_t i = 0; i < bytes.size; ++i)
        same &= bytes.data[i] == std::byte(files::noise(std::uint32_t(i)));
    CHECK(same);
    CHECK(folder.entries() == 0);
}

TEST_CASE("bands cover all rows once, in order, and are one band without a scratch file") {
    const files::Folder folder;
    for (const int height : {1, 2, 3, 10, 99})
        for (const std::size_t window : {1, 64, 200, 1 << 20}) {
            const Bytes memory(std::size_t(height) * 64),
                disk(std::size_t(height) * 64, scratch_in(folder, window));
            int next = 0, calls = 0;
            const auto work = [&](int first, int behind) {
                CHECK(first == next);
                CHECK(std::size_t(behind - first) <= std::max<std::size_t>(window / 64, 1));
                next = behind;
            };
            by_bands(height, {&memory, &disk}, work);
            CHECK(next == height);
            by_bands(height, {&memory, &memory}, [&](int first, int behind) { calls += behind - first; });
            CHECK(calls == height);
        }
}

TEST_CASE("a scratch file in a missing folder, or on a disk without space, is refused") {
    const files::Folder folder;
    const auto error_of = [](std::size_t bytes, const std::filesystem::path& place) {
        try {
            Bytes(bytes, std::make_shared<Scratch>(Scratch{place}));
        } catch (const Error& error) {
            CHECK(error.kind == Exit::some_failed);
            return std::string(error.what());
        }
        return std::string();
    };
    const std::string none = error_of(10, folder / "none"),
                      full = error_of(std::size_t(1) << 46, folder.path);
    CHECK(none.find("none") != std::string::npos);
    CHECK(none.find("No such file") != std::string::npos);
    CHECK(full.find("64 TiB") != std::string::npos);
    CHECK(full.find(folder.path.string()) != std::string::npos);
    CHECK(full.find("--max-memory") != std::string::npos);
}

TEST_CASE("the head of an output is replaced by a shorter or longer one, in memory and in the file") {
    const files::Folder folder;
    std::string all(3 << 20, '\0');
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = char(files::noise(std::uint32_t(i)));
    for (const std::size_t most : {std::size_t(0), OutputBytes::max_in_memory})
        for (const std::size_t length : {std::size_t(30), all.size()})
            for (const std::size_t count : {0, 1, 17})
                for (const std::size_t head : {0, 1, 17, 30, 2 << 20}) {
                    AtomicFile file(folder / "a.bin", true);
                    OutputBytes bytes(file, most);
                    const std::string whole = all.substr(0, length);
                    bytes.put(whole.data(), whole.size(), 0);
                    CHECK(bytes.head(count) == whole.substr(0, count));
                    bytes.replace_head(count, std::string(head, 'x'));
                    bytes.finish();
                    CHECK(files::read_all(file.temporary()) == std::string(head, 'x') + whole.substr(count));
                }
}
