// Tests other contents of edited files and of sound, unusual files: they are kept or named in a warning, and
// take little memory at any size.
#include "batch/log/record.h"
#include "files/deflate.h"
#include "files/file_view.h"
#include "formats/jpeg/messages.h"
#include "formats/png/messages.h"
#include "formats/png/png.h"
#include "formats/webp/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/messages.h"
#include "support/skip.h"
#include <algorithm>

using namespace atrous;
using namespace std::string_literals;

namespace {

constexpr const char* run = "enhance --preset neutral --log none ";

/// Appends a chunk of even length after all others.
std::string with_riff_chunk(std::string webp, const std::string& name, const std::string& data) {
    webp += name + number_bytes(data.size(), 4, false) + data;
    return webp.replace(4, 4, number_bytes(webp.size() - 8, 4, false));
}

} // namespace

TEST_CASE("--existing skip keeps outputs with added data, whatever the data") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"in/a.webp", "in/b.jpg", "in/c.png"}) folder.image(name);
    REQUIRE(run_here(folder, "enhance -q in -o out").code == 0);
    std::string webp = with_riff_chunk(slurp(folder.path / "out/a.webp"), "NOTE", "text");
    std::string jpeg = slurp(folder.path / "out/b.jpg"), png = slurp(folder.path / "out/c.png");
    jpeg.insert(20, 1, '\0');
    add_png_chunks(png, {{"tEXt", "Title\0a title"s}});
    png[png.find("a title")] ^= 4;
    spill(folder.path / "out/a.webp", webp);
    spill(folder.path / "out/b.jpg", jpeg);
    spill(folder.path / "out/c.png", png);
    for (const char* log : {"", "--log none"}) {
        const Ran ran = run_here(folder, "enhance in -o out --existing skip "s + log);
        expect(ran, 0,
               {"3 skipped", "out/a.webp: has changed", "out/b.jpg: has changed",
                "out/b.jpg: " + words(messages::jpeg_segments), "out/c.png: has changed",
                "out/c.png: " + words(messages::png_chunk_lost, "tEXt")});
    }
    CHECK(slurp(folder.path / "out/a.webp") == webp);
    CHECK(slurp(folder.path / "out/b.jpg") == jpeg);
    CHECK(slurp(folder.path / "out/c.png") == png);
    CHECK(run_here(folder, "enhance -q --dry-run in -o out --existing skip").out.find("skipped") !=
          std::string::npos);
}

TEST_CASE("a WebP with a flag of stripped data is replaced in place, and one with an unknown chunk is not") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png");
    check(run_here(folder, run + "a.png -o a.webp"s), 0, {});
    const std::string plain = slurp(folder.path / "a.webp");
    spill(folder.path / "note.webp", with_riff_chunk(plain, "NOTE", "text"));
    fs::copy_file(fs::path(source_dir()) / "tests/tiny/tagged.jpg", folder.path / "tagged.jpg");
    check(run_here(folder, run + "tagged.jpg --output-profile display-p3 -o tagged.webp"s), 0, {});
    std::string stripped = slurp(folder.path / "tagged.webp"); // as tools that leave the header as it is
    for (const char* name : {"EXIF", "XMP "}) {
        const std::size_t at = stripped.find(name);
        REQUIRE(at != std::string::npos);
        const std::size_t length = number_in(stripped, at + 4, 4, false);
        stripped.erase(at, 8 + length + length % 2);
    }
    stripped.replace(4, 4, number_bytes(stripped.size() - 8, 4, false));
    spill(folder.path / "stripped.webp", stripped);
    spill(folder.path / "log.jsonl", "");
    const Message unknown = line(messages::webp_unknown_chunk, "note.webp", "NOTE");
    expect(run_here(folder, "enhance --preset neutral --luma 2 --log none note.webp -o noted.webp"), 0,
           {unknown});
    expect(run_here(folder, "enhance --preset neutral --luma 2 --log none --in-place note.webp"), 1,
           {line(messages::lost_for_good, "note.webp", "NOTE")});
    expect(run_here(folder, "enhance --preset neutral --luma 2 --log log.jsonl --in-place stripped.webp"), 0,
           {"stripped.webp: " + words(messages::webp_missing, "EXIF data"),
            words(messages::webp_missing, "XMP data")});
    CHECK(run_here(folder, "verify log.jsonl").code == 0);
    // Announced contents that affect the display, a profile or an animation, are lost.
    for (const int flag : {0x20, 0x02}) {
        std::string bad = stripped;
        const std::size_t flags = bad.find("VP8X") + 8, profile = bad.find("ICCP");
        REQUIRE(profile != std::string::npos);
        if (flag == 0x20) bad.replace(profile, 4, "NOTE");
        bad[flags] = char(bad[flags] | flag);
        spill(folder.path / "bad.webp", bad);
        check(run_here(folder, run + "--in-place bad.webp"s), 1, {"bad.webp: "});
    }
}

TEST_CASE("of 3000 damaged chunks twenty are named, and how many more, and the log stays one of lines") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png");
    folder.image("b.png");
    std::string png = slurp(folder.path / "a.png"), chunks;
    for (int i = 0; i < 3000; ++i) chunks += "\0\0\0\0tEXt\0\0\0\0"s;
    spill(folder.path / "a.png", png.insert(33, chunks));
    check(run_here(folder, run + "b.png -o b.webp"s), 0, {});
    std::string webp = slurp(folder.path / "b.webp");
    for (int i = 0; i < 3000; ++i) webp += "NOTE\0\0\0\0"s;
    webp.replace(4, 4, number_bytes(webp.size() - 8, 4, false));
    spill(folder.path / "b.webp", webp);
    const Ran ran = run_here(folder, "enhance -v --log log.jsonl a.png b.webp -o out/");
    check(ran, 0, {"checksum, and is left out, and 2980 more", "unknown and left out, and 2980 more"});
    CHECK(std::ranges::count(ran.err, '\n') < 100);
    CHECK(fs::file_size(folder.path / "log.jsonl") < 30000);
}

TEST_CASE("the warnings in an image's line of the log are bounded") {
    FrameRecord record;
    record.job = {{{"in/a.png"}}, {{"out/a.png"}}};
    for (int i = 0; i < 40000; ++i) record.warnings.push_back(std::string(1000, '\1'));
    const Json line = frame_json(record);
    const auto& warnings = *line.find("warnings")->array();
    CHECK(warnings.size() == 1049);
    CHECK(*warnings.back().string() == "and 38952 more warnings");
    CHECK(line.dump().size() < (1 << 23));
}

TEST_CASE("a PNG's chunk of any size is summed in little memory") {
    if (!has_device() || !test::memory_is_measured()) return;
    const Folder folder;
    folder.image("a.png");
    const std::string png = slurp(folder.path / "a.png");
    constexpr std::uint64_t length = std::uint64_t(768) << 20;
    const std::string zeros(1 << 20, '\0');
    std::uint32_t sum = crc_of("prVt");
    for (std::uint64_t i = 0; i < length / zeros.size(); ++i) sum = crc_of(zeros, sum);
    spill(folder.path / "big.png", png.substr(0, 33) + number_bytes(length, 4) + "prVt");
    fs::resize_file(folder.path / "big.png", 33 + 8 + length); // it takes no place on the disk
    std::ofstream(folder.path / "big.png", std::ios::binary | std::ios::app)
        << number_bytes(sum, 4) << png.substr(33);
    check(run_here(folder, run + "--max-memory 256M big.png -o o.png"s), 0, {});
}
