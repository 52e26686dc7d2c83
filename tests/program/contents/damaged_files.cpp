// Tests files with damage outside the image or after their first bytes: no silent loss, no invented contents,
// and no replacement of a file that would lose data for good.
#include "base/error.h"
#include "batch/pipeline/messages.h"
#include "formats/common/messages.h"
#include "formats/gif/messages.h"
#include "formats/png/messages.h"
#include "formats/png/png.h"
#include "formats/webp/messages.h"
#include "metadata/xmp_text.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/files/webp_file.h"
#include "support/messages.h"

using namespace atrous;
using namespace std::string_literals;

namespace {

constexpr const char* run = "enhance --preset neutral --log none ";

/// A PNG with a profile, EXIF data and XMP.
std::string tagged_png(const Folder& folder) {
    fs::copy_file(fs::path(source_dir()) / "tests/tiny/tagged.jpg", folder.path / "tagged.jpg");
    tagged::write(folder.path / "profile.png", tagged::gradient(PixelType::u8, 3),
                  tagged::named("Display P3").bytes);
    check(run_here(folder, run + "tagged.jpg --output-profile display-p3 -o tagged.png"s), 0, {});
    return slurp(folder.path / "tagged.png");
}

/// Flips a bit in the middle of a chunk's data.
std::string flipped_in(std::string png, const std::string& name) {
    const std::size_t at = png.find(name);
    REQUIRE(at != std::string::npos);
    png[at + 4 + std::size_t(static_cast<unsigned char>(png[at - 1])) / 2] ^= 4;
    return png;
}

/// Removes the PNG's own chunk, if there is one.
std::string without(std::string png, const std::string& name) {
    const std::size_t at = png.find(name);
    if (at == std::string::npos) return png;
    std::size_t length = 0;
    for (std::size_t i = at - 4; i < at; ++i) length = length << 8 | static_cast<unsigned char>(png[i]);
    return png.erase(at - 4, length + 12);
}

/// Checks that a PNG's damaged profile is left out, in formats that support profiles.
void check_left_out(const Folder& folder, const std::string& png, const char* says,
                    std::initializer_list<const char*> outputs) {
    spill(folder.path / "bad.png", png);
    for (const std::string output : outputs) {
        CAPTURE(output);
        expect(run_here(folder, run + "--existing replace bad.png -o "s + output), 0,
               {"bad.png: " + words(messages::png_chunk_lost, "iCCP", "the colour profile", says)});
        CHECK(tagged::profile_in(folder.path / output).empty());
    }
}

} // namespace

TEST_CASE("a PNG's profile that is damaged does not come out as memory of others") {
    if (!has_device()) return;
    const Folder folder;
    const std::string png = tagged_png(folder);
    check_left_out(folder, flipped_in(png, "iCCP"), "has a wrong checksum",
                   {"o.tif", "o.png", "o.webp", "o.jpg"});
    for (const std::string& data :
         {"name\0\0\x78\x9c"s + std::string(400, 'x'), "name\0\0\x78\x9c\x03\0\0\0\0\1"s, "name"s}) {
        std::string broken = without(png, "iCCP");
        add_png_chunks(broken, {{"iCCP", data}});
        check_left_out(folder, broken, "cannot be decompressed, or its tags do not lie in it", {"o.tif"});
    }
}

TEST_CASE(
    "a damaged chunk of a PNG that is left out is named, and the file is not replaced without a backup") {
    if (!has_device()) return;
    const Folder folder;
    std::string png = tagged_png(folder);
    add_png_chunks(png,
                   {{"tEXt", std::string("Title\0a title", 13)}, {"gAMA", std::string("\0\0\xb1\x8f", 4)}});
    for (const char* name : {"iCCP", "eXIf", "iTXt", "tEXt", "gAMA"}) {
        CAPTURE(name);
        const std::string bad = flipped_in(png, name);
        spill(folder.path / "a.png", bad);
        const std::string named = "a.png: " + words(messages::png_chunk_lost, name);
        expect(run_here(folder, run + "a.png --existing replace -o o.png"s), 0, {named});
        if (name != std::string("iCCP"))
            CHECK(slurp(folder.path / "o.png").find(bad.substr(bad.find(name), 40)) == std::string::npos);
        expect(run_here(folder, run + "--in-place a.png"s), 1, {named, line(messages::lost_for_good)});
        CHECK(slurp(folder.path / "a.png") == bad);
    }
    const std::string bad = flipped_in(png, "iCCP");
    spill(folder.path / "a.png", bad);
    expect(run_here(folder, run + "--existing replace a.png -o ./"s), 1, {line(messages::lost_for_good)});
    CHECK(slurp(folder.path / "a.png") == bad);
    expect(run_here(folder, run + "--in-place=.bak a.png"s), 0,
           {"a.png: " + words(messages::png_chunk_lost, "iCCP")});
    CHECK(slurp(folder.path / "a.png.bak") == bad);
    std::string clear = without(png, "iCCP");
    add_png_chunks(clear, {{"tRNS", std::string(6, '\0')}});
    spill(folder.path / "a.png", flipped_in(clear, "tRNS"));
    expect(run_here(folder, run + "a.png --existing replace -o o.png"s), 1,
           {"a.png: " + words(messages::png_chunk_damaged, "tRNS")});
}

TEST_CASE("a PNG that ends after its image is reported as cut") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png");
    const std::string png = slurp(folder.path / "a.png");
    for (const std::size_t less : {1, 4, 12}) {
        spill(folder.path / "cut.png", png.substr(0, png.size() - less));
        expect(run_here(folder, run + "--existing replace cut.png -o o.png"s), 0,
               {"cut.png: " + words(messages::png_no_end)});
        check(run_here(folder, run + "--in-place cut.png"s), 1, {"cut.png", "IEND"});
    }
}

TEST_CASE("a PNG that is cut or damaged in its image is one message, without a line of a library") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png");
    const std::string png = slurp(folder.path / "a.png");
    const std::size_t samples = png.find("IDAT") + 4, end = png.rfind("IEND") - 8;
    const auto flipped = [&](std::size_t at) {
        std::string bytes = png;
        bytes[at] ^= 0x5a;
        return bytes;
    };
    for (const std::string& bad :
         {png.substr(0, 8), png.substr(0, 20), png.substr(0, samples - 9), png.substr(0, samples + 1),
          png.substr(0, (samples + end) / 2), flipped(samples), flipped((samples + end) / 2),
          flipped(end - 1), flipped(end)}) {
        spill(folder.path / "bad.png", bad);
        const Ran ran = run_here(folder, run + "--existing replace bad.png -o o.png"s);
        expect(ran, 1, {line(messages::samples_damaged, "atrous: error: bad.png: ", "IDAT")});
        CHECK_FALSE(ran.says("libpng"));
    }
}

TEST_CASE(
    "an output that is damaged outside of its image is not whole to verify, but --existing skip keeps it") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png");
    const std::string command = "enhance --preset neutral --log log.jsonl a.png -o o.png ";
    check(run_here(folder, command), 0, {});
    const std::string whole = slurp(folder.path / "o.png");
    spill(folder.path / "o.png", whole.substr(0, whole.size() - 12));
    const Ran verified = run_here(folder, "verify log.jsonl");
    CHECK(verified.code == 1);
    CHECK(has_text(verified.out, "o.png: is cut: "));
    expect(run_here(folder, command + "--existing skip"), 0,
           {message(messages::output_changed, "o.png"), message(messages::output_damage_kept, anything)});
    CHECK(slurp(folder.path / "o.png") == whole.substr(0, whole.size() - 12));
    fs::remove(folder.path / "log.jsonl"); // nobody knows what it was
    const Ran unknown =
        run_here(folder, "enhance --log none --preset neutral a.png -o o.png --existing skip");
    expect(unknown, 0, {message(messages::output_damage_kept, anything)});
    CHECK_FALSE(prints(unknown, line(messages::output_changed)));
    spill(folder.path / "o.png", whole.substr(0, whole.size() / 2));
    expect(run_here(folder, command + "--existing skip"), 0,
           {message(messages::output_incomplete, anything)});
    CHECK(slurp(folder.path / "o.png") == whole);
}

TEST_CASE("each flipped bit of a PNG is an error, a warning, or changes nothing") {
    if (!has_device()) return;
    const Folder folder;
    const std::string png = slurp(fs::path(source_dir()) / "tests/tiny/rgb8.png");
    spill(folder.path / "whole.png", png);
    check(run_here(folder, run + "whole.png -o whole.ppm"s), 0, {});
    for (std::size_t at = 8; at < png.size(); at += 3) {
        std::string bad = png;
        bad[at] ^= char(1 << at % 8);
        spill(folder.path / "in" / (std::to_string(at) + ".png"), bad);
    }
    const Ran ran = folder.run(run + "in -v -o 'out/{stem}.ppm'"s);
    for (std::size_t at = 8; at < png.size(); at += 3) {
        const std::string name = std::to_string(at);
        CAPTURE(name);
        CHECK((ran.says("in/" + name + ".png: ") ||
               slurp(folder.path / "out" / (name + ".ppm")) == slurp(folder.path / "whole.ppm")));
        CHECK((!folder.has("out/" + name + ".ppm") ||
               samples_in(folder.path / "out" / (name + ".ppm")) == samples_in(folder.path / "whole.ppm")));
    }
}

TEST_CASE("a warning names data that a WebP's header announces but lacks, and a chunk of unknown kind") {
    if (!has_device()) return;
    const Folder folder;
    tagged_png(folder);
    check(run_here(folder, run + "tagged.png -o a.webp"s), 0, {});
    const std::string whole = slurp(folder.path / "a.webp");
    struct Row {
        const char *name, *says;
    };
    for (const Row row : {Row{"ICCP", "a colour profile"}, {"EXIF", "EXIF data"}, {"XMP ", "XMP data"}}) {
        CAPTURE(row.name);
        std::string bad = whole;
        bad[bad.find(row.name)] ^= 1;
        spill(folder.path / "bad.webp", bad);
        expect(
            run_here(folder, run + "--existing replace bad.webp -o o.png"s), 0,
            {"bad.webp: " + words(messages::webp_missing, row.says), words(messages::webp_misspelt_chunk)});
        check(run_here(folder, run + "--in-place bad.webp"s), 1, {"bad.webp: "});
        CHECK(slurp(folder.path / "bad.webp") == bad);
    }
    spill(folder.path / "frames.webp",
          files::animation(6, 4, 0, {{0, 6, 50, 10, 255}, {0, 6, 50, 200, 255}}));
    std::string bad = slurp(folder.path / "frames.webp");
    bad[bad.rfind("ANMF") + 3] ^= 1;
    spill(folder.path / "frames.webp", bad);
    expect(run_here(folder, run + "--existing replace frames.webp -o o.png"s), 0,
           {"frames.webp: " + words(messages::webp_misspelt_chunk, "ANMG")});
}

TEST_CASE("many texts that a format does not hold are not all named") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png");
    std::string png = slurp(folder.path / "a.png");
    std::vector<MetadataChunk> texts;
    for (int i = 0; i < 2000; ++i) texts.push_back({"tEXt", "key" + std::to_string(i) + "\0text"s});
    add_png_chunks(png, texts);
    spill(folder.path / "a.png", png);
    const Ran ran = run_here(folder, run + "a.png -o o.tif"s);
    expect(ran, 0, {line(messages::texts_lost, "key0, key1", "key19 and 19", "more")});
    CHECK_FALSE(ran.says("key20,"));
}

TEST_CASE("headers that are cut or claim impossible content are refused by name") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.bmp");
    folder.image("a.dpx");
    const std::string bmp = slurp(folder.path / "a.bmp"), dpx = slurp(folder.path / "a.dpx");
    spill(folder.path / "head.bmp", bmp.substr(0, 20));
    spill(folder.path / "core.bmp", bmp.substr(0, 14));
    spill(folder.path / "short.dpx", dpx.substr(0, dpx.size() - 100));
    std::string depth = dpx;
    depth[803] = 0;
    spill(folder.path / "depth.dpx", depth);
    spill(
        folder.path / "screen.gif",
        std::string(
            "GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\0\0\0!\xf9\4\4\n\0\0\0,\0\0\0\0\1\0\1\0\0\2\2D\1\0;", 43));
    for (const char* name : {"head.bmp", "core.bmp", "short.dpx", "depth.dpx", "screen.gif"}) {
        CAPTURE(name);
        const std::string file = name;
        for (const std::string& command :
             {run + file + " -o o.tif", "scale --factor 2 --log none " + file + " -o o.tif",
              "compare " + file + " a.bmp", "probe " + file}) {
            CAPTURE(command);
            const Ran ran = run_here(folder, command);
            CHECK(ran.code == 1);
            CHECK((ran.says(file + ": ") || ran.out.find(file + ": ") != std::string::npos));
            CHECK_FALSE(ran.says("_M_default_append"));
        }
    }
    expect(run_here(folder, run + "screen.gif -o o.tif"s), 1,
           {"screen.gif: " + words(messages::gif_size, 65535, 65535)});
}

TEST_CASE("a packet that names its resolution 400,000 times is changed everywhere in one pass") {
    std::string packet = "<x xmlns:tiff='http://ns.adobe.com/tiff/1.0/'>", expected = packet;
    for (int i = 0; i < 400'000; ++i) {
        packet += i % 2 ? "<tiff:XResolution>72</tiff:XResolution>" : "<y tiff:XResolution='144/2'/>";
        expected += i % 2 ? "<tiff:XResolution>360000/10000</tiff:XResolution>"
                          : "<y tiff:XResolution='360000/10000'/>";
    }
    move_xmp(packet, {.old = {20, 20}, .size = {10, 20}, .factor = {2, 1}});
    CHECK(packet == expected);
}
