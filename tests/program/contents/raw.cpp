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
    CHECK(has_text(plan.out, "out/a.tif"));
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
    check(run_here(folder, "enhance --preset neutral "
                           "in/a.DNG -o b.dng"),
          2, {"b.dng"});
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
