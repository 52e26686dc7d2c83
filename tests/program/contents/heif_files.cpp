// Tests HEIC and AVIF through the program: in place a file keeps the format of its bytes, and neutral settings copy it.
#include "batch/pipeline/messages.h"
#include "batch/plan/messages.h"
#include "files/file_view.h"
#include "formats/common/messages.h"
#include "formats/heif/heif_boxes.h"
#include "formats/heif/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/heif_file.h"
#include "support/messages.h"
#include "support/skip.h"

using namespace atrous;

namespace {

/// An AVIF with a track, as in an image sequence.
std::string moving_avif() {
    const std::string track = number_bytes(16, 4) + "trak" + number_bytes(8, 4) + "tkhd";
    return files::avif_of_10_bits() + number_bytes(8 + track.size(), 4) + "moov" + track;
}

bool is_avif_inside(const fs::path& path) {
    const auto said = heif_pictures(FileView(path)).avif;
    REQUIRE(said);
    CHECK(*said == (slurp(path).substr(4, 8) == "ftypavif"));
    return *said;
}

} // namespace

TEST_CASE(
    "--in-place: an AVIF named .heic stays an AVIF, a HEIC named .avif a HEIC, and both under other names") {
    if (!has_device()) return;
    const Folder folder;
    const std::string avif = files::avif_of_10_bits(), heic = files::heic_of_10_bits();
    spill(folder.path / "in/avif.heic", avif);
    spill(folder.path / "in/avif.png", avif);
    spill(folder.path / "in/heic.avif", heic);
    spill(folder.path / "in/heic.jpg", heic);
    spill(folder.path / "in/true.avif", avif);
    spill(folder.path / "in/true.heif", heic);
    const Ran ran = run_here(folder, "enhance --log none --preset clarity --in-place in");
    expect(ran, 0,
           {message(messages::format_kept, "AVIF", "AVIF").about("in/avif.heic"),
            message(messages::format_kept, "HEIC", "HEIC").about("in/heic.avif"), "6 written"});
    CHECK(count_messages(ran.err, messages::format_kept, "AVIF", "AVIF") == 1); // of in/avif.png, too
    CHECK_FALSE(ran.says("true."));
    for (const char* name : {"in/avif.heic", "in/avif.png", "in/true.avif"}) {
        CHECK(is_avif_inside(folder.path / name));
        CHECK(slurp(folder.path / name) != avif);
    }
    for (const char* name : {"in/heic.avif", "in/heic.jpg", "in/true.heif"}) {
        CHECK_FALSE(is_avif_inside(folder.path / name));
        CHECK(slurp(folder.path / name) != heic);
    }
}

TEST_CASE("-o - without --format: an AVIF named .heic stays an AVIF") {
    if (!has_device()) return;
    const Folder folder;
    spill(folder.path / "avif.heic", files::avif_of_10_bits());
    check(folder.shell("atrous enhance --log none --preset clarity avif.heic -o - > out.avif"), 0, {});
    CHECK(is_avif_inside(folder.path / "out.avif"));
}

TEST_CASE("in a folder, a file with the name of another format becomes that format, with a warning") {
    if (!has_device()) return;
    const Folder folder;
    spill(folder.path / "in/avif.heic", files::avif_of_10_bits());
    spill(folder.path / "in/right.avif", files::avif_of_10_bits());
    folder.ppm("in/ppm.png");
    const Ran ran = run_here(folder, "enhance --log none --preset clarity in -o out/");
    expect(ran, 0,
           {message(messages::other_format, "in/avif.heic", "AVIF", "out/avif.heic",
                    "; use --format avif to keep it"),
            message(messages::other_format, "in/ppm.png", "PNM", "out/ppm.png", anything)});
    CHECK_FALSE(prints(ran, line(messages::other_format, "right.avif")));
    CHECK_FALSE(is_avif_inside(folder.path / "out/avif.heic"));
    CHECK(slurp(folder.path / "out/ppm.png").starts_with("\x89PNG"));
}

TEST_CASE("neutral settings copy a HEIC and an AVIF, including unread data, without a warning") {
    if (!has_device()) return;
    const Folder folder;
    spill(folder.path / "in/a.heic", files::heic_of_10_bits());
    spill(folder.path / "in/a.avif", moving_avif());
    const Ran ran = run_here(folder, "enhance --log none --preset neutral in -o out/");
    check(ran, 0, {"2 written"});
    CHECK_FALSE(ran.says("warning"));
    for (const char* name : {"a.heic", "a.avif"})
        CHECK(slurp(folder.path / "in" / name) == slurp(folder.path / "out" / name));
    expect(run_here(folder, "enhance --log none --preset neutral in/a.avif -o b.heic"), 0,
           {line(messages::heif_sequence)});
    CHECK_FALSE(is_avif_inside(folder.path / "b.heic"));
}

TEST_CASE(
    "--in-place: an AVIF that is a sequence is refused, since it would lose its motion; with a backup, it gives a warning") {
    if (!has_device()) return;
    const Folder folder;
    spill(folder.path / "a.avif", moving_avif());
    expect(run_here(folder, "enhance --log none --preset clarity --in-place a.avif"), 1,
           {"a.avif: " + words(messages::heif_sequence, 1), line(messages::lost_for_good)});
    CHECK(slurp(folder.path / "a.avif") == moving_avif());
    expect(run_here(folder, "enhance --log none --preset clarity --in-place=.bak a.avif"), 0,
           {line(messages::heif_sequence, "warning")});
    CHECK(slurp(folder.path / "a.avif.bak") == moving_avif());
}

TEST_CASE("an encoder or decoder that is not installed is named with its package") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    fs::create_directories(folder.path / "none");
    spill(folder.path / "a.avif", files::avif_of_10_bits());
    spill(folder.path / "a.heic", files::heic_of_10_bits());
    const auto without = [&](const std::string& arguments) {
        return folder.shell("LIBHEIF_PLUGIN_PATH=\"$PWD/none\" '" + program() + "' enhance --log none " +
                            arguments);
    };
    const Ran written = without("a.ppm -o b.heic");
    if (written.code == 0) return test::skip("this libheif contains its encoders, as in Debian 12");
    expect(written, 1, {message(messages::heif_no_encoder, "HEVC", "x265")});
    expect(without("a.ppm -o b.avif"), 1, {message(messages::heif_no_encoder, "AV1", "aomenc")});
    expect(without("a.heic -o b.png"), 1, {message(messages::heif_no_decoder, "HEVC", "libde265")});
    expect(without("a.avif -o b.png"), 1, {message(messages::heif_no_decoder, "AV1", "dav1d")});
    for (const char* name : {"b.heic", "b.avif", "b.png"}) CHECK_FALSE(folder.has(name));
}
