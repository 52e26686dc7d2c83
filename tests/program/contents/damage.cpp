// Damaged pictures end in an error that names them, whichever command reads them, and nothing is written over what was lost.
#include "formats/common/messages.h"
#include "formats/tiff/messages.h"
#include "formats/tiff/tiff_pages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/messages.h"

using namespace atrous;

namespace {

/// Flips a bit in the middle of a TIFF's strip.
void damage_strip(const fs::path& path, std::size_t strip) {
    std::string bytes = slurp(path);
    {
        const FileView view = FileView::of(bytes);
        const TiffPages pages(view);
        const std::uint64_t place = pages.numbers(0, tag_strip_offsets).at(strip);
        bytes[place + pages.numbers(0, tag_strip_counts).at(strip) / 2] ^= 4;
    }
    spill(path, bytes);
}

const Message damaged =
    line(messages::samples_damaged, "a.tif: ", words(messages::tiff_strip_checksum, "strip", 2));

} // namespace

TEST_CASE("a bit of a zip TIFF that is turned is seen by each command, and in bands") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm", 400, 300);
    REQUIRE(run_here(folder, "enhance -q --log none --preset neutral a.ppm -o a.tif").code == 0);
    damage_strip(folder.path / "a.tif", 1);
    expect(run_here(folder, "enhance a.tif -o out.tif"), 1, {damaged});
    expect(run_here(folder, "enhance --max-memory 32M a.tif -o out.tif"), 1, {damaged});
    expect(run_here(folder, "scale --factor 2 a.tif -o out.tif"), 1, {damaged});
    expect(run_here(folder, "compare a.tif a.ppm"), 1, {damaged});
    CHECK_FALSE(folder.has("out.tif"));
}

TEST_CASE(
    "an output that is damaged within a strip is named by verify, and written again by --existing skip") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm", 400, 300);
    REQUIRE(run_here(folder, "enhance -q --log log.jsonl a.ppm -o a.tif").code == 0);
    const std::string good = slurp(folder.path / "a.tif");
    damage_strip(folder.path / "a.tif", 1);
    const Ran verified = run_here(folder, "verify log.jsonl");
    CHECK(verified.code == 1);
    CHECK(has_text(verified.out, "a.tif: is damaged: "));
    CHECK(run_here(folder, "enhance -q --log none --existing skip a.ppm -o a.tif").code == 0);
    CHECK(slurp(folder.path / "a.tif") == good);
}

TEST_CASE("a TIFF whose metadata is damaged is replaced only with a backup") {
    if (!has_device()) return;
    const Folder folder;
    const std::string photo = (fs::path(source_dir()) / "tests/tiny/tagged.jpg").string();
    REQUIRE(run_here(folder, "enhance -q --log none --preset neutral " + photo + " -o a.tif").code == 0);
    std::string bytes = slurp(folder.path / "a.tif");
    constexpr std::size_t tag_exif = 34665;
    const std::size_t first = number_in(bytes, 4, 4, false), entries = number_in(bytes, first, 2, false);
    for (std::size_t i = 0, at = first + 2; i < entries; ++i, at += 12)
        if (number_in(bytes, at, 2, false) == tag_exif)
            bytes.replace(at + 8, 4, number_bytes(bytes.size() + 1000, 4, false));
    spill(folder.path / "a.tif", bytes);
    expect(run_here(folder, "enhance --in-place a.tif"), 1,
           {"a.tif: " + words(messages::metadata_damaged), line(messages::lost_for_good)});
    CHECK(slurp(folder.path / "a.tif") == bytes);
    expect(run_here(folder, "enhance --in-place=.bak a.tif"), 0, {words(messages::metadata_damaged)});
    CHECK(slurp(folder.path / "a.tif.bak") == bytes);
}

TEST_CASE("a TIFF that lost a page is not written over in place") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    REQUIRE(run_here(folder, "enhance -q --log none --preset neutral a.ppm -o a.tif").code == 0);
    std::string bytes = slurp(folder.path / "a.tif");
    const std::size_t first = number_in(bytes, 4, 4, false), entries = number_in(bytes, first, 2, false);
    bytes.replace(first + 2 + 12 * entries, 4,
                  number_bytes(bytes.size() + 1000, 4, false)); // a second page, cut off
    spill(folder.path / "a.tif", bytes);
    expect(run_here(folder, "enhance --in-place a.tif"), 1,
           {"a.tif: " + words(messages::tiff_directories) + "the directory of page 2"});
    CHECK(slurp(folder.path / "a.tif") == bytes);
}

TEST_CASE("an output has its image if the metadata of a TIFF are cut off") {
    if (!has_device()) return;
    const Folder folder;
    fs::copy_file(fs::path(source_dir()) / "tests/tiny/tagged.jpg", folder.path / "a.jpg");
    REQUIRE(run_here(folder, "enhance -q --log none --preset neutral a.jpg -o a.tif").code == 0);
    std::string bytes = slurp(folder.path / "a.tif");
    const FileView view = FileView::of(bytes);
    const TiffPages pages(view);
    for (const TiffEntry& entry : pages.entries(0))
        if (entry.tag == 34675) { // its profile ends after the end of the file, and Exiv2 then reads nothing
            const std::string head =
                number_bytes(34675, 2, false) + number_bytes(std::uint64_t(entry.type), 2, false);
            const std::size_t at = bytes.find(head + number_bytes(entry.count, 4, false));
            REQUIRE(at != std::string::npos);
            bytes.replace(at + 8, 4, number_bytes(bytes.size() - entry.count / 2, 4, false));
        }
    spill(folder.path / "b.tif", bytes);
    REQUIRE(run_here(folder, "enhance -q --log none --preset neutral b.tif -o c.tif").code == 0);
    CHECK(run_here(folder, "compare b.tif c.tif").code == 0);
}
