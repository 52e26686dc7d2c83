// Tests that --dry-run predicts the run for each file, with every command and every treatment of existing outputs.
#include "batch/messages.h"
#include "batch/pipeline/messages.h"
#include "commands/denoise/messages.h"
#include "commands/enhance/messages.h"
#include "files/file_view.h"
#include "files/messages.h"
#include "formats/common/messages.h"
#include "metadata/exiv2.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/heif_file.h"
#include "support/files/io_files.h"
#include "support/files/tiff_file.h"
#include "support/messages.h"
#include "support/skip.h"
#include <map>
#include <sstream>

using namespace atrous;

namespace {

constexpr const char* commands[] = {"enhance --levels 1", "denoise --temporal none --levels 1",
                                    "denoise --levels 1", "scale --factor 2"};
constexpr const char* ways[] = {"", "--existing replace", "--existing skip", "--existing newer",
                                "--in-place=.bak"};

/// All ways with the first command, and two with each other one: the treatment of outputs does not depend on the
/// command. --in-place is refused for frames that need each other.
bool is_tried(const std::string& command, const std::string& way) {
    return command == commands[0] ||
           way == (command == commands[2] ? "--existing skip" : "--in-place=.bak") ||
           way == "--existing newer";
}

/// Results for files, by their names.
using Fates = std::map<std::string, std::string>;

/// Files that are "skipped" or "failed" in the table of a dry run. All others would be written.
Fates planned(const Ran& dry) {
    Fates fates;
    std::istringstream lines(dry.out);
    std::string line;
    for (std::getline(lines, line); std::getline(lines, line);) {
        const auto says = [&](const char* word) { return line.find(word) != std::string::npos; };
        fates[line.substr(0, line.find(' '))] = says(" skipped")      ? "skipped"
                                                : says(" would fail") ? "failed"
                                                : says(" missing")    ? "missing"
                                                                      : "ok";
    }
    return fates;
}

std::string text_of(const Fates& fates) {
    std::string text;
    for (const auto& [input, fate] : fates) text += input + " " + fate + ", ";
    return text;
}

Fates done(const fs::path& log) {
    Fates fates;
    for (const Json& object : read_log(log))
        if (object.find("status")) fates[object.text_of("input")] = object.text_of("status");
    return fates;
}

/// Images whose outputs are missing, damaged, older and newer. Two outputs have backups.
void make_pictures(const Folder& folder, const std::string& command) {
    for (const char* name : {"fresh", "older", "newer"})
        folder.image("in/" + std::string(name) + ".exr", 20, 16);
    REQUIRE(run_here(folder, command + " -q --log none in/older.exr in/newer.exr -o out/").code == 0);
    folder.image("in/damaged.exr", 20, 16);
    folder.truncated("out/damaged.exr");
    for (const char* name : {"older", "newer"})
        spill(folder.path / "in" / (std::string(name) + ".exr.bak"), "an earlier one");
    REQUIRE(folder.shell("touch -d 2020-01-01 out/older.exr; touch -d 2020-02-02 in/*.exr").code == 0);
}

using files::little;
const std::string samples(24, 'x');

/// A TIFF of two pages, with XMP.
std::string pages() {
    const std::string packet = "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>";
    std::string file = files::tiff_file(4, 2, 3, 8, 2, samples, {{700, 1, packet.size(), packet}});
    const std::size_t at = number_in(file, 4, 4, false), link = at + 2 + 12 * number_in(file, at, 2, false);
    file.replace(link, 4, little(file.size(), 4));
    return file + file.substr(at, link - at) + little(0, 4);
}

/// A TIFF whose EXIF directory lies after the end of the file.
std::string damaged_facts() {
    return files::tiff_file(4, 2, 3, 8, 2, samples, {{34665, 4, 1, little(100000, 4)}});
}

/// The lines with warnings.
std::string warnings_of(const Ran& ran) {
    std::string all;
    std::istringstream lines(ran.err);
    for (std::string line; std::getline(lines, line);)
        if (line.find(": warning: ") != std::string::npos) all += line + "\n";
    return all;
}

/// An OpenEXR whose pixels are a part of its image.
std::string windowed_exr() {
    files::ExrPart part{"", {}};
    part.x = 2, part.y = 1;
    part.width = 6, part.height = 5;
    part.display_width = 12, part.display_height = 9;
    for (const char* name : {"B", "G", "R"})
        part.channels.push_back({name, files::ExrType::single, 1, std::vector<float>(30, .5F)});
    return files::exr({part});
}

} // namespace

TEST_CASE(
    "a dry run refuses what --in-place refuses, in the same words, and refuses nothing if a backup is kept") {
    if (!has_device()) return;
    if (!has_metadata_library()) return test::skip("built without Exiv2");
    const Folder folder;
    folder.image("in/good.ppm");
    spill(folder.path / "in/two.ppm",
          slurp(folder.path / "in/good.ppm") + slurp(folder.path / "in/good.ppm"));
    spill(folder.path / "in/pages.tif", pages());
    spill(folder.path / "in/damaged.tif", damaged_facts());
    spill(folder.path / "in/layers.tif",
          files::tiff_file(4, 2, 3, 8, 2, samples, {files::bytes_tag(37724, "Adobe Photoshop")}));
    spill(folder.path / "in/note.tif",
          files::tiff_file(4, 2, 3, 8, 2, samples, {}, true, {files::bytes_tag(37500, "a maker's note")}));
    const std::string track = number_bytes(16, 4) + "trak" + number_bytes(8, 4) + "tkhd";
    spill(folder.path / "in/moves.avif",
          files::avif_of_10_bits() + number_bytes(8 + track.size(), 4) + "moov" + track);
    spill(folder.path / "in/flipped.hdr",
          "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n+Y 2 +X 4\n" + std::string(4 * 2 * 4, '\x80'));
    constexpr std::size_t refused = 7;
    const std::string run = "enhance --levels 1 --preset clarity in --in-place";
    check(run_here(folder, run + "=.bak -n"), 0, {});
    const Ran dry = run_here(folder, run + " -n -v"), real = run_here(folder, run + " --log l.jsonl");
    CAPTURE(dry.err);
    CAPTURE(real.err);
    CHECK(dry.code == real.code);
    std::size_t found = 0;
    for (const Json& object : read_log(folder.path / "l.jsonl")) {
        if (!object.find("status") || object.text_of("status") != "failed") continue;
        ++found;
        const std::string input = object.text_of("input"), reason = object.text_of("error");
        CAPTURE(input);
        CHECK(prints(reason, line(messages::lost_for_good)));
        if (input == "in/damaged.tif")
            CHECK(reason.find(words(messages::metadata_damaged)) != std::string::npos);
        CHECK(dry.says(reason.c_str()));
        const std::size_t row = dry.out.find(input);
        REQUIRE(row != std::string::npos);
        CHECK(dry.out.substr(row, dry.out.find('\n', row) - row).find("would be refused") !=
              std::string::npos);
    }
    CHECK(found == refused);
}

TEST_CASE("a dry run refuses a name that is too long for its file system, as the run does") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.ppm");
    const std::string name = std::string(252, 'x') + ".png", suffix = "." + std::string(250, 'x');
    for (const auto& [option, file] : {std::pair{"-o " + name, name},
                                       {"-o new/" + name, "new/" + name},
                                       {"--in-place=" + suffix, "a.ppm" + suffix}}) {
        CAPTURE(file.size());
        for (const char* mode : {" -n", ""})
            expect(run_here(folder, "enhance --levels 1 --log none a.ppm " + option + mode), 1,
                   {message(messages::file_not_writable, file, "File name too long")});
    }
    check(run_here(folder, "enhance --levels 1 -n a.ppm -o " + name.substr(1)), 0, {});
}

TEST_CASE(
    "a dry run refuses a companion file, a log and a report whose names are too long, as the run does") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png");
    const std::string stem(250, 'x'), name = stem + ".png", companion = stem + "_compare.png",
                                      folder_name(260, 'x');
    for (const char* mode : {" -n", ""}) {
        const auto run = [&](const std::string& options) {
            return run_here(folder, "enhance --levels 1 --existing replace a.png " + options + mode);
        };
        expect(run("--log none --compare -o " + name), 1,
               {message(messages::file_not_writable, companion, "File name too long")});
        expect(run("-o b.png --log " + folder_name + ".jsonl"), 2, {line(messages::log_is_file, "too long")});
        expect(run("-o b.png --log none --report " + folder_name + ".html"), 2,
               {line(messages::report_is_file, "too long")});
        CHECK_FALSE(folder.has("b.png"));
    }
}

TEST_CASE(
    "a dry run prints the warnings of the run about losses that headers show, in the order of the files") {
    if (!has_device()) return;
    if (!has_metadata_library()) return test::skip("built without Exiv2");
    const Folder folder;
    spill(folder.path / "in/a.tif", pages());
    folder.image("in/b.exr", 20, 16);
    fs::copy_file(fs::path(source_dir()) / "tests/tiny/tagged.jpg", folder.path / "in/d.jpg");
    folder.image("in/c.ppm");
    spill(folder.path / "in/c.ppm", slurp(folder.path / "in/c.ppm") + slurp(folder.path / "in/c.ppm"));
    for (const std::string extension : {".png", ".jpg", ".exr", ".tif"}) {
        const std::string run =
            "enhance --levels 1 --jobs 1 --log none -v in -o 'out/{stem}" + extension + "'";
        const Ran dry = run_here(folder, run + " -n");
        CHECK_FALSE(fs::exists(folder.path / "out" / ("a" + extension)));
        const Ran real = run_here(folder, run);
        CAPTURE(extension);
        CHECK(warnings_of(dry) == warnings_of(real));
        CHECK(dry.code == real.code);
        const bool holds_pages = extension == ".exr" || extension == ".tif";
        CHECK(prints(dry, line(messages::parts_lost)) == !holds_pages);
    }
}

TEST_CASE(
    "a dry run prints the run's warnings of a lossy compression, of images without colours, and after --crop and --size") {
    if (!has_device()) return;
    if (!has_metadata_library()) return test::skip("built without Exiv2");
    const Folder folder;
    folder.image("in/a.exr", 20, 16);
    spill(folder.path / "in/b.exr", windowed_exr());
    files::ExrPart depth{"", {{"Z", files::ExrType::single, 1, std::vector<float>(12, .5F)}}};
    depth.width = depth.display_width = 4, depth.height = depth.display_height = 3;
    spill(folder.path / "in/c.exr", files::exr({depth}));
    fs::copy_file(fs::path(source_dir()) / "tests/tiny/tagged.jpg", folder.path / "in/d.jpg");
    const struct {
        const char* options;
        std::vector<Message> expected;
    } rows[] = {
        {"enhance --levels 1 --compression dwaa -o 'out/{stem}.exr'",
         {message(messages::lossy_exr, "dwaa"), line(messages::copied_without_colours)}},
        {"scale --factor 2 --compression b44 -o 'out/{stem}.exr'", {message(messages::lossy_exr, "b44")}},
        {"denoise --temporal none --levels 1 --compression dwab in/a.exr in/b.exr in/c.exr -o 'out/{stem}.exr'",
         {message(messages::lossy_exr, "dwab"), line(messages::copied_without_image),
          line(messages::guides_absent)}},
        {"enhance --levels 1 --crop 4x3+3+2 in/b.exr in/d.jpg -o 'out/{stem}.tif'", {}},
        {"enhance --levels 1 --crop 4x3+3+2 in/b.exr in/d.jpg -o 'out/{stem}.dpx'", {}},
        {"enhance --levels 1 --size 8 in/a.exr in/b.exr in/d.jpg -o 'out/{stem}.png'", {}},
        {"scale --factor 0.5 in/a.exr in/b.exr in/d.jpg -o 'out/{stem}.tif'", {}},
    };
    for (const auto& [options, expected] : rows) {
        std::string run = std::string(options) + " --jobs 1 --log none --existing replace -v";
        if (run.find("in/") == std::string::npos) run += " in/a.exr in/b.exr in/c.exr";
        CAPTURE(run);
        const Ran dry = run_here(folder, run + " -n"), real = run_here(folder, run);
        CHECK(warnings_of(dry) == warnings_of(real));
        CHECK(dry.code == real.code);
        for (const Message& warning : expected) CHECK(prints(dry, warning));
    }
}

TEST_CASE(
    "layers without colour become no JPEG, PNG or HDR: one error that names the output, of a dry run as well") {
    if (!has_device()) return;
    const Folder folder;
    const auto part = [](const std::string& name, const std::vector<std::string>& channels) {
        files::ExrPart made{name, {}};
        made.width = made.display_width = 4;
        made.height = made.display_height = 3;
        for (const std::string& channel : channels)
            made.channels.push_back({channel, files::ExrType::single, 1, std::vector<float>(12, .5F)});
        return made;
    };
    spill(folder.path / "depth.exr", files::exr({part("", {"N.X", "N.Y", "N.Z", "Z"})}));
    spill(folder.path / "parts.exr", files::exr({part("depth", {"Z"}), part("beauty", {"B", "G", "R"})}));
    for (const std::string command : {"enhance", "denoise", "scale --factor 1x1"})
        for (const std::string output : {"a.jpg", "a.png", "a.hdr"})
            for (const std::string dry : {"", " -n"}) {
                CAPTURE(command + output + dry);
                const Ran ran = run_here(folder, command + " --log none depth.exr -o " + output + dry);
                expect(ran, 1, {output + ": ", line(messages::part_without_colour)});
                CHECK_FALSE(ran.says("warning"));
                CHECK_FALSE(folder.has(output));
            }
    // The image need not be in the first part.
    for (const std::string output : {"b.jpg", "b.png", "b.hdr"}) {
        expect(run_here(folder, "enhance --log none parts.exr -o " + output), 0,
               {line(messages::parts_lost)});
        CHECK(Decoder(folder.path / output).size() == Size{4, 3});
    }
}

TEST_CASE("a dry run of an image that is longer than the output's format holds gives the error of the run") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("wide.ppm", 17000, 4);
    for (const std::string dry : {"", "-n "})
        expect(run_here(folder, "enhance --levels 1 " + dry + "wide.ppm -o wide.webp"), 1,
               {"wide.webp: " + words(messages::format_size, "WebP", 16383, "most", "17000x4")});
    // The size after --size, --factor and --crop counts.
    for (const std::string dry : {"", "-n "}) {
        expect(run_here(folder, "scale --log none --size 16500 " + dry + "wide.ppm -o wide.webp"), 1,
               {"wide.webp: " + words(messages::format_size, "WebP", 16383, "most", "16500x4")});
        expect(
            run_here(folder, "enhance --log none --levels 1 --size 16500 " + dry + "wide.ppm -o wide.webp"),
            1, {"wide.webp: " + words(messages::format_size, "WebP", 16383, "most", "16500x4")});
        check(
            run_here(folder, "scale --log none --existing replace --size 9000 " + dry + "wide.ppm -o a.webp"),
            0, {});
        check(run_here(folder, "enhance --log none --existing replace --levels 1 --crop 99x4+9+0 " + dry +
                                   "wide.ppm -o a.webp"),
              0, {});
    }
}

TEST_CASE("a dry run names the memory that an image may use in spite of a smaller --max-memory, once") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    folder.ppm("in/b.ppm");
    const auto lines = [&](const std::string& option) {
        return count_messages(run_here(folder, "enhance -n in -o out/" + option).err,
                              messages::memory_minimum, anything, "256 MiB");
    };
    CHECK(lines(" --max-memory 255M") == 1);
    CHECK(lines(" --max-memory 256M") + lines("") == 0);
}

TEST_CASE("a dry run prints the run's treatment of existing outputs") {
    if (!has_device()) return;
    for (const std::string command : commands)
        for (const std::string way : ways) {
            if (!is_tried(command, way)) continue;
            CAPTURE(command);
            CAPTURE(way);
            const Folder folder;
            make_pictures(folder, command);
            const bool in_place = way.starts_with("--in-place");
            const std::string run = command + " in " + way + (in_place ? "" : " -o out/");
            const Ran dry = run_here(folder, run + " -n -v"), real = run_here(folder, run + " --log l.jsonl");
            CAPTURE(dry.err);
            CAPTURE(real.err);
            CHECK(dry.code == real.code);
            CHECK(planned(dry).size() == 4);
            CHECK(text_of(planned(dry)) == text_of(done(folder.path / "l.jsonl")));
            for (const auto& [input, fate] : planned(dry)) {
                CAPTURE(input);
                const std::string error = fs::path(input).filename().string() + ": exists already";
                const std::string backup = fs::path(input).filename().string() + ".bak: exists already";
                CHECK(dry.says(error) == real.says(error));
                CHECK(dry.says(backup) == real.says(backup));
            }
        }
}

TEST_CASE("-n --in-place refuses no file that the run copies") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.jpg");
    std::ofstream(folder.path / "a.jpg", std::ios::app | std::ios::binary) << std::string(8000, 'x');
    const std::string before = slurp(folder.path / "a.jpg");
    const std::string run = "enhance --log none --in-place a.jpg --preset ";
    for (const char* way : {" -n", ""}) {
        CHECK(run_here(folder, run + "clarity" + way).code == 1);
        CHECK(run_here(folder, run + "neutral" + way).code == 0);
        CHECK((slurp(folder.path / "a.jpg") == before));
    }
}
