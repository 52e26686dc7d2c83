// --format, --depth and --compression as a user gives them, refusals, and animations in other formats.
#include "batch/messages.h"
#include "batch/plan/messages.h"
#include "cli/messages.h"
#include "formats/common/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/heif_file.h"
#include "support/files/io_files.h"
#include "support/files/raw_file.h"
#include "support/files/webp_file.h"
#include "support/messages.h"

using namespace atrous;

TEST_CASE("a folder of RAW files becomes JPEGs in one option") {
    if (!has_device()) return;
    const Folder folder;
    spill(folder.path / "in/a.dng", raw_file::dng(1));
    folder.image("in/b.png");
    check(run_here(folder, "enhance -q in -o out --format jpg"), 0, {});
    CHECK(folder.list("out") == "a.jpg atrous-timings.jsonl b.jpg");
    CHECK(files::load(folder.path / "out/a.jpg").format == "jpeg");
    check(folder.run("enhance -q in -o 'x/{stem}_web.{ext}' --format webp"), 0, {});
    CHECK(folder.list("x") == "a_web.webp atrous-timings.jsonl b_web.webp");
    check(run_here(folder, "enhance -q in/a.dng -o a.tif -d half"), 0, {});
    CHECK(files::load(folder.path / "a.tif").parts[0].pixels.type == PixelType::f16);
}

TEST_CASE(
    "files of a folder that are not images are counted once, by extension; .hif and .mpo are images, .gpr is not supported") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("in/a.jpg");
    fs::copy(folder.path / "in/a.jpg", folder.path / "in/b.MPO");
    spill(folder.path / "in/c.HIF", files::heic_of_10_bits());
    for (const char* other :
         {"d.GPR", "e.gpr", "f.txt", "a.xmp", "a.jpg.bak", "r.html", "atrous-timings.jsonl"})
        spill(folder.path / "in" / other, "x");
    const Ran ran = run_here(folder, "enhance --log none in -o out");
    expect(ran, 0, {message(messages::files_left_out, 3, "files", "2 .gpr, 1 .txt"), "3 written"});
    CHECK(count_messages(ran.err, messages::files_left_out, 3, "files", anything) == 1);
    CHECK(folder.list("out") == "a.jpg b.MPO c.HIF");
    check(run_here(folder, "enhance -q --log none in -o out --existing replace"), 0, {});
    CHECK(run_here(folder, "enhance -q --log none in -o out --existing replace").err.empty());
    CHECK_FALSE(prints(
        folder.run(
            "enhance --log none --exclude '*.gpr' --exclude '*.GPR' --exclude '*.txt' in -o out --existing replace"),
        line(messages::files_left_out)));
    expect(run_here(folder, "enhance --log none in/e.gpr -o out/"), 1, {message(messages::gpr, "in/e.gpr")});
}

TEST_CASE("a RAW file whose output would replace the camera's JPEG of it, or the JPEG's output, is refused") {
    const Folder folder;
    spill(folder.path / "in/a.dng", raw_file::dng(1));
    folder.image("in/a.jpg");
    expect(folder.run("enhance in -o 'out/{stem}.{ext}' --format jpg"), 2,
           {line(messages::outputs_clash, "a.dng", "a.jpg", "{inext}")});
    expect(folder.run("enhance in -o '{dir}/{stem}.{ext}' --format jpg --existing replace"), 2,
           {line(messages::output_is_other_input)});
}

TEST_CASE("a depth that an output's format cannot hold is refused before any work") {
    const Folder folder;
    folder.ppm("a.ppm");
    folder.image("b.exr");
    expect(run_here(folder, "enhance a.ppm -o a.jpg -d uint16"), 2,
           {"--depth uint16", "a.jpg", words(messages::format_depth, "JPEG", "uint8")});
    expect(run_here(folder, "enhance b.exr -o out/ --depth uint8"), 2,
           {"b.exr", words(messages::format_depth, "OpenEXR", "half or float")});
    expect(run_here(folder, "enhance a.ppm b.exr -o out/ --depth half"), 2,
           {"out/a.ppm", words(messages::format_depth, "PNM", "uint8 or uint16")});
    // In its own process, since -o - takes the standard output for good.
    expect(folder.run("enhance b.exr -o - --format png --depth float"), 2,
           {words(messages::format_depth, "PNG", "uint8 or uint16")});
    expect(run_here(folder, "enhance a.ppm -o a.tif --depth 8"), 2,
           {line(messages::value_unknown, "--depth", "'8'")});
    CHECK_FALSE(folder.has("out/a.ppm"));
}

TEST_CASE("a compression of no format, or of none of the outputs, is refused") {
    const Folder folder;
    folder.ppm("a.ppm");
    expect(run_here(folder, "enhance a.ppm -o a.tif --compression lzma"), 2,
           {line(messages::unknown_compression, "lzma", "TIFF: none, lzw", "dwaa[:1-100000]")});
    expect(run_here(folder, "enhance a.ppm -o a.tif --compression zip:10"), 2,
           {line(messages::unknown_compression, "zip:10", "zip[:1-9]")});
    expect(run_here(folder, "enhance a.ppm -o a.png --compression lzw"), 2,
           {line(messages::compression_unknown, "lzw", "a.png")});
    expect(run_here(folder, "enhance a.ppm -o a.jpg --compression webp:80"), 2,
           {line(messages::compression_unknown, "webp:80", "a.jpg")});
}

TEST_CASE("a compression that no output has, or whose quality --quality overrides: a warning") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    const std::string command =
        "enhance --log none --levels 1 --existing replace a.ppm -o a.jpg --compression ";
    expect(run_here(folder, command + "zip"), 0,
           {line(messages::compression_unused, "OpenEXR, TIFF or PNG")});
    expect(run_here(folder, command + "piz"), 0, {line(messages::compression_unused, "OpenEXR")});
    expect(run_here(folder, command + "jpeg:70 --quality 90"), 0,
           {message(messages::quality_twice, "jpeg:70")});
    CHECK_FALSE(run_here(folder, command + "jpeg --quality 90").says("warning"));
    CHECK_FALSE(run_here(folder, command + "jpeg:70").says("warning"));
}

TEST_CASE("a quality has no effect with a lossless compression, and a warning names both") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    const std::string command = "enhance --log none --levels 1 --existing replace a.ppm -o ";
    for (const std::string name : {"a.webp", "a.jxl"}) {
        expect(run_here(folder, command + name + " --compression lossless --quality 80"), 0,
               {message(messages::writing_lossless, "quality", "lossless")});
        CHECK_FALSE(run_here(folder, command + name + " --compression lossless").says("warning"));
        CHECK_FALSE(run_here(folder, command + name + " --quality 80").says("warning"));
    }
    folder.image("in/b.jpg"); // of which the quality is used
    folder.image("in/c.webp");
    const Ran mixed =
        run_here(folder, "enhance -n --log none in -o out/ --compression lossless --quality 80");
    CHECK_FALSE(prints(mixed, message(messages::writing_lossless, "quality", "lossless")));
}

TEST_CASE("a GIF of one frame becomes a PNG, one of several a TIFF with a page for each") {
    if (!has_device()) return;
    const Folder folder;
    const std::string head("GIF89a\1\0\1\0\xf0\0\0\x28\x50\x78\xff\xff\xff", 19),
        frame("\x21\xf9\4\0\x0a\0\0\0,\0\0\0\0\1\0\1\0\0\2\2\x44\1\0", 8 + 10 + 5);
    spill(folder.path / "in/still.gif", head + frame + ";");
    spill(folder.path / "in/moving.gif", head + frame + frame + ";");
    spill(folder.path / "in/still.png", "no PNG");
    expect(run_here(folder, "enhance --log none in/still.gif in/moving.gif -o out"), 0,
           {"moving.tif: " + words(messages::times_lost, "TIFF")});
    CHECK(folder.list("out") == "moving.tif still.png");
    CHECK(files::load(folder.path / "out/still.png").format == "png");
    CHECK(Decoder(folder.path / "out/moving.tif").parts() == 2);
    check(folder.shell("atrous enhance in/still.gif -o - > a; atrous enhance - -o - < in/moving.gif > b"), 0,
          {});
    CHECK(files::load(folder.path / "a").format == "png");
    CHECK(files::load(folder.path / "b").format == "tiff");
    expect(run_here(folder, "enhance --log none in/still.gif in/still.png -o both"), 2,
           {line(messages::outputs_clash, "in/still.gif", "in/still.png", "both/still.png")});
}
