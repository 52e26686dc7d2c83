// Tests read-only formats and files that are no images, among the photographs of a run.
#include "batch/plan/messages.h"
#include "formats/common/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/raw_file.h"
#include "support/messages.h"

using namespace atrous;

TEST_CASE("RAW files become TIFF where the input's name gives the extension") {
    if (!has_device()) return;
    const Folder folder;
    spill(folder.path / "in/a.DNG", raw_file::dng(6));
    folder.image("in/b.jpg");
    const Ran plan = run_here(folder, "enhance -n in -o out");
    CHECK(plan.code == 0);
    CHECK(plan.out.find("out/a.tif") != std::string::npos);
    CHECK(run_here(folder, "enhance --preset neutral "
                           "in -o out")
              .code == 0);
    CHECK(folder.list("out") == "a.tif atrous-timings.jsonl b.jpg");
    const ImageFile made = Decoder(folder.path / "out/a.tif").read();
    CHECK(made.parts[0].pixels.type == PixelType::u16);
    CHECK(made.parts[0].pixels.size == Size{raw_file::height, raw_file::width});
    CHECK(run_here(folder, "enhance --preset neutral "
                           "in/a.DNG -o {dir}/{stem}_new.{ext}")
              .code == 0);
    CHECK(folder.has("in/a_new.tif"));
    const Ran named = run_here(folder, "enhance --preset neutral "
                                       "in/a.DNG -o b.dng");
    CHECK(named.code == 2);
    CHECK(named.says("b.dng"));
}

TEST_CASE("a RAW file and a TIFF of the same name are refused, unless a template tells their outputs apart") {
    if (!has_device()) return;
    const Folder folder;
    spill(folder.path / "in/a.dng", raw_file::dng(1));
    folder.image("in/a.tif");
    check(run_here(folder, "enhance in -o out"), 2, {"in/a.dng", "in/a.tif", "out/a.tif", "{inext}"});
    check(run_here(folder, "enhance in -o out/{stem}.{inext}.{ext}"), 0, {"2 images: 2 written"});
    CHECK(size_of(folder.path / "out/a.dng.tif") == Size{raw_file::width, raw_file::height});
    CHECK(size_of(folder.path / "out/a.tif.tif") == Size{40, 30});
}

TEST_CASE("a readme.txt among the photos that were named fails alone") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.jpg");
    folder.image("z.png");
    spill(folder.path / "readme.txt", "no image");
    fs::copy_file(folder.path / "z.png", folder.path / "picture.dat"); // an image, but no name for an output
    for (const std::string output : {"out/", "out/{stem}.{ext}"}) {
        CAPTURE(output);
        const Ran ran = run_here(folder, "enhance a.jpg readme.txt picture.dat z.png -o " + output);
        CAPTURE(ran.err);
        CHECK(ran.code == 1);
        CHECK(prints(ran, line(messages::not_an_image, "readme.txt")));
        CHECK(prints(ran, line(messages::output_format_unknown, ".dat")));
        CHECK(folder.has("out/a.jpg"));
        CHECK(folder.has("out/z.png"));
        CHECK_FALSE(folder.has("out/readme.txt"));
        CHECK_FALSE(folder.has("out/picture.dat"));
        fs::remove_all(folder.path / "out");
        const Ran plan = run_here(folder, "enhance -n a.jpg readme.txt picture.dat z.png -o " + output);
        CHECK(plan.code == 1);
        CHECK(plan.out.find("would fail") != std::string::npos);
    }
}
