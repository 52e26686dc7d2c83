// What users of other tools complained about: JPEGs and PNGs that lose their profile or their transparency, and damage that passes.
#include "formats/common/messages.h"
#include "formats/jpeg/messages.h"
#include "formats/png/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/jpeg_file.h"
#include "support/files/png_file.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include <algorithm>
#include <cstdlib>

using namespace atrous;

namespace {

std::string plain_jpeg(int colours = 3, bool arithmetic = false) {
    files::JpegMaker maker;
    maker.colours = colours;
    maker.arithmetic = arithmetic;
    return files::jpeg_of(maker,
                          [](int x, int y, int c) { return 40.0 + 2 * x + y + (x * y + 20 * c) % 50; });
}

/// A JPEG with segments of a profile: number and count of each, and its bytes.
struct ProfileSegment {
    int number, count;
    std::string bytes;
};
std::string with_profiles(const std::string& jpeg, const std::vector<ProfileSegment>& segments) {
    std::string all;
    for (const ProfileSegment& part : segments) {
        const std::string body =
            std::string("ICC_PROFILE\0", 12) + char(part.number) + char(part.count) + part.bytes;
        all += "\xff\xe2" + files::big(std::uint32_t(body.size() + 2), 2) + body;
    }
    return jpeg.substr(0, 2) + all + jpeg.substr(2);
}

const std::string profile_neutral = "enhance --preset neutral --log none ";

} // namespace

TEST_CASE("if libpng refuses the profile, a PNG is still made, in sRGB if the profile can be used") {
    const Folder folder;
    const std::string p3 = tagged::named("Display P3").bytes;
    const auto changed = [&](std::size_t at, const std::string& bytes) {
        return std::string(p3).replace(at, bytes.size(), bytes);
    };
    struct Row {
        const char *name, *reason;
        std::string profile;
        int colours = 3;
        bool used = true;
    };
    const Row rows[] = {{"illuminant", "illuminant", changed(79, "\x2e")},
                        {"intent", "rendering intent", changed(67, "\x09")},
                        {"trailing", "length", p3 + "abcd"},
                        {"grey", "colours", p3, 1},
                        {"class", "class", changed(12, "abst"), 3, false},
                        {"space", "connection space", changed(20, std::string(4, '\0')), 3, false},
                        {"signature", "signature", changed(36, "acsq"), 3, false},
                        {"short", "table of tags", p3.substr(0, 100), 3, false}};
    for (const Row& row : rows)
        spill(folder.path / "in" / (std::string(row.name) + ".jpg"),
              with_profiles(plain_jpeg(row.colours), {{1, 1, row.profile}}));
    const Ran ran = run_here(folder, profile_neutral + "-v in -o '{dir}/../out/{stem}.png'");
    CAPTURE(ran.err);
    REQUIRE(ran.code == 0);
    CHECK_FALSE(ran.says("libpng error"));
    CHECK(run_here(folder, profile_neutral + "--output-profile srgb in -o '{dir}/../srgb/{stem}.png'").code ==
          0);
    for (const Row& row : rows) {
        CAPTURE(row.name);
        const std::string name = std::string(row.name) + ".png";
        CHECK(has_message(ran.err, messages::profile_left_out,
                          words(messages::png_profile_refused, row.reason),
                          row.used ? ", and the colours are converted to sRGB" : ""));
        CHECK(tagged::profile_in(folder.path / "out" / name).empty());
        const std::string own = samples_in(folder.path / "out" / name),
                          srgb = samples_in(folder.path / "srgb" / name);
        const auto is_near = [](char a, char b) {
            return std::abs(int(static_cast<unsigned char>(a)) - int(static_cast<unsigned char>(b))) <= 1;
        };
        CHECK(std::ranges::equal(own, srgb, is_near)); // rounded differently
        if (row.colours == 3) CHECK((own == samples_in(folder.path / "out" / "class.png")) == !row.used);
    }
}

TEST_CASE("a JPEG keeps its profile if its parts are there twice, or numbered in another way") {
    const Folder folder;
    const std::string p3 = tagged::named("Display P3").bytes;
    const std::string a = p3.substr(0, 200), b = p3.substr(200, 100), c = p3.substr(300);
    const std::vector<std::vector<ProfileSegment>> rows{{{1, 1, p3}, {1, 1, p3}},
                                                        {{1, 1, a}, {1, 1, b}, {1, 1, c}},
                                                        {{0, 3, a}, {1, 3, b}, {2, 3, c}},
                                                        {{1, 2, a}, {2, 2, b + c}, {1, 2, a}, {2, 2, b + c}}};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        CAPTURE(i);
        spill(folder.path / "a.jpg", with_profiles(plain_jpeg(), rows[i]));
        for (const std::string out : {"b.jpg", "b.png", "b.tif"}) {
            const Ran ran =
                run_here(folder, "scale --log none --factor 2 --existing replace a.jpg -o " + out);
            CHECK(ran.code == 0);
            CHECK(ran.err.empty());
            CHECK((tagged::profile_in(folder.path / out) == p3));
        }
    }
    spill(folder.path / "a.jpg", with_profiles(plain_jpeg(), {{1, 3, a}, {3, 3, c}}));
    expect(run_here(folder, profile_neutral + "--existing replace a.jpg -o b.jpg"), 0,
           {words(messages::jpeg_profile_parts, 2, 3)});
}

TEST_CASE("transparency of a PNG and colours under it do not vanish silently") {
    const Folder folder;
    const files::Chunk transparent{"tRNS", std::string(6, '\0')}, gamma{"gAMA", files::big(100000)};
    spill(folder.path / "a.png", files::png({.behind = {transparent}}));
    expect(run_here(folder, profile_neutral + "a.png -o o.png"), 1,
           {words(messages::png_chunk_damaged, "tRNS"), "after the image"});
    spill(folder.path / "b.png", files::png({.type = 3, .before = {{"tRNS", std::string(4, '\0')}}}));
    expect(run_here(folder, profile_neutral + "b.png -o o.png"), 1,
           {words(messages::png_chunk_damaged, "tRNS"), "before the palette"});
    spill(folder.path / "c.png", files::png({.behind = {gamma}}));
    expect(run_here(folder, profile_neutral + "c.png -o o.png"), 0,
           {words(messages::png_chunk_lost, "gAMA", "the gamma"), "after the image"});
    expect(run_here(folder, profile_neutral + "c.png --in-place"), 1,
           {words(messages::png_chunk_lost, "gAMA")});
    spill(folder.path / "d.png", files::png({.type = 3, .between = {{"tRNS", std::string(4, '\x80')}}}));
    CHECK(run_here(folder, profile_neutral + "d.png -o p.png").err.empty());
}

TEST_CASE("data after the last row of a JPEG gives a warning") {
    const Folder folder;
    const std::string jpeg = plain_jpeg(), coded = plain_jpeg(3, true);
    const auto middle = [&](const std::string& bytes) {
        const std::size_t scan = coded.find("\xff\xda");
        return std::string(coded).replace((scan + coded.size()) / 2, bytes.size(), bytes);
    };
    spill(folder.path / "left.jpg", std::string(jpeg).insert(jpeg.size() - 2, 60, '\x55'));
    spill(folder.path / "app.jpg", middle("\xff\xe5"));
    spill(folder.path / "dnl.jpg", middle("\xff\xdc"));
    spill(folder.path / "restart.jpg", middle("\xff\xd3"));
    for (const char* name : {"left.jpg", "app.jpg", "dnl.jpg", "restart.jpg"}) {
        CAPTURE(name);
        for (const char* command :
             {"enhance --preset neutral", "scale --factor 2", "scale --fast --factor 2"})
            expect(run_here(folder,
                            std::string(command) + " --log none --existing replace " + name + " -o o.png"),
                   0, {line(messages::jpeg_suspect)});
        expect(run_here(folder, profile_neutral + "--in-place " + name), 1, {line(messages::lost_for_good)});
    }
    for (const char* marker : {"\xff\xd8", "\xff\xc0", "\xff\x02"}) {
        spill(folder.path / "bad.jpg", middle(marker));
        expect(run_here(folder, profile_neutral + "--existing replace bad.jpg -o o.png"), 1,
               {line(messages::jpeg_damaged)});
    }
    spill(folder.path / "good.jpg", coded);
    CHECK(run_here(folder, profile_neutral + "--existing replace good.jpg -o o.png").err.empty());
}
