// --max-memory bounds a picture, too: what needs more is worked on in bands, with the bits of the whole, or refused.
#include "batch/pipeline/messages.h"
#include "capi/messages.h"
#include "files/file_view.h"
#include "formats/common/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/io_files.h"
#include "support/files/jpeg_file.h"
#include "support/files/layouts.h"
#include "support/messages.h"
#include "support/skip.h"
#include <algorithm>

using namespace atrous;

namespace {

/// A BMP of 24 bits whose samples are a hole in the file.
void write_hollow_bmp(const fs::path& path, Size size) {
    const auto number = [](std::uint64_t value, int bytes) { return number_bytes(value, bytes, false); };
    const auto samples = std::uint32_t(size.pixels() * 3);
    spill(path, "BM" + number(54 + samples, 4) + number(0, 4) + number(54, 4) + number(40, 4) +
                    number(std::uint32_t(size.width), 4) + number(std::uint32_t(size.height), 4) +
                    number(1, 2) + number(24, 2) + std::string(24, '\0'));
    fs::resize_file(path, 54 + std::uintmax_t(samples));
}

} // namespace

TEST_CASE("images of every layout in bands equal the whole, bit for bit") {
    if (!test::memory_is_measured()) return;
    if (!has_device()) return;
    const Folder folder;
    fs::create_directories(folder.path / "in");
    for (const layouts::Layout& layout : layouts::all())
        layouts::write(folder.path / "in", layout, {131, 300});
    const std::string options = " -v --levels 3 --log none in -o ";
    const Ran whole = run_here(folder, "enhance" + options + "whole"),
              bands = run_here(folder, "enhance --max-memory 32K --max-memory ,1500K" + options + "bands");
    CAPTURE(bands.err);
    CHECK(whole.code == 0);
    CHECK_FALSE(prints(whole, line(messages::bands)));
    CHECK(bands.code == 0);
    CHECK(count_of(bands.err, "[N_BANDS] ") == int(layouts::all().size()));
    CHECK(bands.says("pixels overlap"));
    CHECK(folder.list("bands") == folder.list("whole"));
    for (const layouts::Layout& layout : layouts::all()) {
        CAPTURE(layout.name);
        CHECK(files::same_pixels(files::load(folder.path / "whole" / layout.name),
                                 files::load(folder.path / "bands" / layout.name)));
        if (!layout.name.ends_with(".tif"))
            CHECK((slurp(folder.path / "whole" / layout.name) == slurp(folder.path / "bands" / layout.name)));
    }
}

TEST_CASE("statistics of all bands together: --denoise, --edges auto") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png", 401, 300);
    for (const std::string options : {"--levels 2 --edges auto", "--levels 3 --denoise auto --space rgb",
                                      "--levels 3 --denoise bayes --space rgb"}) {
        CAPTURE(options);
        const std::string all = "enhance --existing replace --log none -v " + options + " a.png -o ";
        REQUIRE(run_here(folder, all + "whole.png").code == 0);
        check(run_here(folder, all + "bands.png --max-memory ,6M --max-memory 64K"), 0, {"[N_BANDS] "});
        CHECK((slurp(folder.path / "whole.png") == slurp(folder.path / "bands.png")));
    }
}

TEST_CASE(
    "metadata of a JPEG go through bands, and into a PNG; a warning lists the lost metadata of a TIFF") {
    if (!has_device()) return;
    const Folder folder;
    // EXIF data: orientation 6, and an artist, which the lesser way of a TIFF may lose.
    const std::string segment("\xff\xe1\0\x2e"
                              "Exif\0\0"
                              "II*\0\x08\0\0\0\2\0"
                              "\x12\1\3\0\1\0\0\0\6\0\0\0"
                              "\x3b\1\2\0\4\0\0\0"
                              "Ann\0"
                              "\0\0\0\0",
                              48);
    const auto sample = [](int x, int y, int c) { return (x * 7 + y * 3 + c * 50) % 256; };
    spill(folder.path / "a.jpg", files::jpeg_of({.size = {401, 300}}, sample).insert(2, segment));
    for (const char* extension : {"jpg", "png", "tif"}) {
        const std::string all = std::string("enhance --levels 2 --log none a.jpg -o whole.") + extension;
        REQUIRE(run_here(folder, all).code == 0);
        const Ran ran =
            run_here(folder, std::string("enhance --levels 2 --log none --max-memory 64K a.jpg -o bands.") +
                                 extension);
        check(ran, 0, {});
        CHECK(ran.says(words(messages::metadata_reduced,
                             "too large to be changed in memory under --max-memory")) ==
              (extension == std::string("tif")));
    }
    for (const std::string extension : {".jpg", ".png"})
        CHECK((slurp(folder.path / ("whole" + extension)) == slurp(folder.path / ("bands" + extension))));
    CHECK(files::same_pixels(files::load(folder.path / "whole.tif"), files::load(folder.path / "bands.tif")));
}

TEST_CASE("a dry run lists the images that are processed in bands, and their size on the disk") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("in/a.png", 401, 300);
    const std::string dry = "enhance -n --levels 2 in -o out";
    const Ran whole = run_here(folder, dry), bands = run_here(folder, dry + " --max-memory 64K");
    CHECK(whole.code == 0);
    CHECK(bands.code == 0);
    CHECK_FALSE(has_text(whole.out, "in bands"));
    CHECK(has_text(bands.out, "in bands with 705 KiB on disk"));
    CHECK_FALSE(folder.has("out"));
}

TEST_CASE(
    "a format without bands, companion files, and an image beyond memory are refused before anything is read") {
    if (!has_device()) return;
    const Folder folder;
    write_hollow_bmp(folder.path / "a.bmp", {12000, 9000});
    for (const std::string options : {"", "-n "}) {
        const Ran ran =
            run_here(folder, "enhance --log none --max-memory 100M " + options + "a.bmp -o b.tif");
        check(ran, 33, {});
        for (const char* part : {"a.bmp: 12000x9000 needs", "MiB", "--max-memory allows 100 MiB", "(BMP)"})
            CHECK(ran.says(part));
        CHECK_FALSE(folder.has("b.tif"));
    }
    check(run_here(folder, "enhance --log none --max-memory 100M --compare a.bmp -o b.tif"), 33,
          {"--compare"});
}
