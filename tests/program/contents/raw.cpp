// Tests read-only formats and files that are no images, among the photographs of a run.
#include "batch/plan/messages.h"
#include "formats/common/messages.h"
#include "formats/raw/messages.h"
#include "metadata/exiv2.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/raw_file.h"
#include "support/files/tiff_file.h"
#include "support/messages.h"
#include "support/skip.h"
#include <algorithm>
#include <cstdlib>

using namespace atrous;

TEST_CASE("RAW files become TIFF if the input's name determines the extension") {
    if (!has_device()) return;
    const Folder folder;
    spill(folder.path / "in/a.DNG", raw_file::dng(6));
    folder.image("in/b.jpg");
    const Ran plan = run_here(folder, "enhance -n in -o out");
    CHECK(plan.code == 0);
    CHECK(has_text(plan.out, "out/a.tif"));
    CHECK(run_here(folder, "enhance --preset neutral in -o out").code == 0);
    CHECK(folder.list("out") == "a.tif atrous-timings.jsonl b.jpg");
    const ImageFile made = Decoder(folder.path / "out/a.tif").read();
    CHECK(made.parts[0].pixels.type == PixelType::u16);
    CHECK(made.parts[0].pixels.size == Size{raw_file::height, raw_file::width});
    CHECK(run_here(folder, "enhance --preset neutral in/a.DNG -o {dir}/{stem}_new.{ext}").code == 0);
    CHECK(folder.has("in/a_new.tif"));
    check(run_here(folder, "enhance --preset neutral in/a.DNG -o b.dng"), 2, {"b.dng"});
}

TEST_CASE("a named readme.txt among the photos fails, and the photos do not") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.jpg");
    folder.image("z.png");
    spill(folder.path / "readme.txt", "no image");
    fs::copy_file(folder.path / "z.png", folder.path / "picture.dat"); // an image, but no name for an output
    for (const std::string output : {"out/", "out/{stem}.{ext}"}) {
        CAPTURE(output);
        expect(run_here(folder, "enhance a.jpg readme.txt picture.dat z.png -o " + output), 1,
               {line(messages::not_an_image, "readme.txt"), line(messages::output_format_unknown, ".dat")});
        CHECK(folder.has("out/a.jpg"));
        CHECK(folder.has("out/z.png"));
        CHECK_FALSE(folder.has("out/readme.txt"));
        CHECK_FALSE(folder.has("out/picture.dat"));
        fs::remove_all(folder.path / "out");
        const Ran plan = run_here(folder, "enhance -n a.jpg readme.txt picture.dat z.png -o " + output);
        CHECK(plan.code == 1);
        CHECK(has_text(plan.out, "would fail"));
    }
}

TEST_CASE(
    "a developed DNG has the size of its header, and none of Lightroom's settings, which would be applied again") {
    if (!has_device()) return;
    if (!has_metadata_library() || std::system("command -v exiftool >/dev/null") != 0)
        return test::skip("exiftool is not installed, or built without Exiv2");
    const Folder folder;
    for (const int orientation : {1, 6}) {
        CAPTURE(orientation);
        spill(folder.path / "a.dng", raw_file::dng(orientation));
        REQUIRE(run_here(folder, "enhance --preset neutral a.dng -o whole.tif --existing replace").code == 0);
        REQUIRE(
            folder
                .shell(
                    "exiftool -q -overwrite_original '-IFD0:DefaultCropOrigin=8 4' '-IFD0:DefaultCropSize=36 24' "
                    "-XMP-crs:Exposure2012=+1.5 -XMP-crs:HasCrop=True -XMP-crs:AlreadyApplied=False "
                    "-XMP-dc:Format=image/dng -XMP-xmp:Rating=3 a.dng")
                .code == 0);
        REQUIRE(run_here(folder, "enhance --preset neutral a.dng -o b.tif --existing replace").code == 0);
        CHECK(folder.shell("exiftool -a -G1 -S -XMP-xmp:Rating -XMP-crs:all -XMP-dc:Format b.tif").out ==
              "[XMP-xmp] Rating: 3\n");
        const ImageFile whole = Decoder(folder.path / "whole.tif").read(),
                        cut = Decoder(folder.path / "b.tif").read();
        const Pixels &all = whole.parts[0].pixels, &part = cut.parts[0].pixels;
        REQUIRE(part.size == (orientation == 1 ? Size{36, 24} : Size{24, 36}));
        const int x = orientation == 1 ? 8 : raw_file::height - 4 - 24, y = orientation == 1 ? 4 : 8;
        for (int row = 0; row < part.size.height; ++row)
            CHECK(std::equal(part.at(0, row),
                             part.at(0, row) + std::size_t(part.size.width) * part.pixel_bytes(),
                             all.at(x, y + row)));
    }
}

TEST_CASE("a monochrome DNG is not supported, which is no damage") {
    if (!has_device()) return;
    const Folder folder;
    std::string dng = raw_file::dng(1);
    const auto replace = [&](const std::string& entry, const std::string& with) {
        const std::size_t at = dng.find(entry);
        REQUIRE(at != std::string::npos);
        dng.replace(at, with.size(), with);
    };
    using files::little;
    replace(little(262, 2) + little(3, 2) + little(1, 4),
            little(262, 2) + little(3, 2) + little(1, 4) + little(34892, 2));
    replace(little(33421, 2), little(33419, 2)); // no colour filters
    replace(little(33422, 2) + little(1, 2), little(33420, 2));
    spill(folder.path / "grey.dng", dng);
    const Ran ran = run_here(folder, "enhance grey.dng -o a.tif");
    expect(ran, 1, {"grey.dng: " + words(messages::raw_monochrome)});
    CHECK_FALSE(ran.says("damaged"));
}
