// Tests ICC profiles of PQ and HLG: by the tag cicp or the tone curve, and against code points of the same file.
#include "colour/profile.h"
#include "formats/common/messages.h"
#include "support/files/io_files.h"
#include "support/files/png_file.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include <doctest/doctest.h>

using namespace atrous;
using files::Chunk;

namespace {

constexpr CodePoints all_points[] = {{9, 16}, {12, 16}, {1, 16}, {9, 18}, {12, 18}, {1, 18}};

Fitted fitted(const std::string& icc, int colours = 3) {
    const auto opened = open_profile(icc.data(), icc.size());
    REQUIRE(opened);
    return fit_profile(opened, colours);
}
CodePoints points_of(const Fitted& found) { return found.profile ? found.profile->points : CodePoints{}; }

std::string without_cicp(std::string icc) { return icc.replace(icc.find("cicp"), 4, "cicX"); }

/// The value of a tag, after its type and four zeros.
std::size_t value_at(const std::string& icc, const char* tag) {
    return std::size_t(number_in(icc, icc.find(tag) + 4, 4)) + 8;
}
std::string with_cicp(std::string icc, const std::string& numbers) {
    return icc.replace(value_at(icc, "cicp"), numbers.size(), numbers);
}

} // namespace

TEST_CASE("a profile of PQ or HLG is found by its tag cicp, and without it by its curve and its primaries") {
    for (const CodePoints& points : all_points) {
        const std::string icc = hdr_icc(points, 3);
        CHECK(check_icc(icc).empty());
        CHECK(points_of(fitted(icc)) == points);
        CHECK(points_of(fitted(without_cicp(icc))) == points);
        CHECK(points_of(fitted(icc, 1)) == points);
        CHECK(points_of(fitted(hdr_icc(points, 1), 1)) == CodePoints{9, points.transfer});
    }
    for (const auto& made : tagged::all()) CHECK(points_of(fitted(made.bytes, made.colours)) == CodePoints{});
}

TEST_CASE("a profile of PQ with other primaries, a matrix or a smaller range is refused, not taken for SDR") {
    const std::string icc = hdr_icc({9, 16}, 3);
    for (const std::string& numbers :
         {std::string("\5\x10\0\1", 4), std::string("\x9\x12\x9\1", 4), std::string("\x9\x10\0\0", 4)})
        CHECK(fitted(with_cicp(icc, numbers)).refused);
    std::string other = without_cicp(icc);
    other.replace(value_at(other, "rXYZ"), 12, files::big(0x9c18) + files::big(0x4fa5) + files::big(0x04fc));
    CHECK(fitted(other).refused);
    CHECK(fitted(with_cicp(icc, std::string("\x9\xd\0\1", 4)))
              .profile); // sRGB's curve in it: the profile's own counts
    const files::Folder folder;
    tagged::write(folder / "a.tif", tagged::gradient(PixelType::u16, 3), other);
    CHECK(has_message(files::read_error(folder / "a.tif"), messages::embedded_profile_refused, anything,
                      anything));
}

TEST_CASE("a profile contradicts code points if its curve or its primaries are others") {
    for (const CodePoints& own : all_points)
        for (const CodePoints& points : all_points)
            CHECK(contradicts(hdr_icc(own, 3), points) == !(own == points));
    CHECK(contradicts(srgb_profile_bytes(), {1, 16}));
    for (const char* damaged : {"", "no profile"}) CHECK_FALSE(contradicts(damaged, {9, 16}));
}

TEST_CASE("code points of a PNG count before a profile, which gives a warning only if it contradicts them") {
    const files::Folder folder;
    for (const int primaries : {9, 12}) {
        tagged::write(folder / "b.png", tagged::gradient(PixelType::u16, 3), hdr_icc({9, 16}, 3));
        std::string png = files::read_all(folder / "b.png");
        png.insert(33, files::chunk_bytes({"cICP", {char(primaries), 16, 0, 1}}));
        files::write_all(folder / "b.png", png);
        const ImageFile read = files::load(folder / "b.png");
        CHECK(read.parts[0].pixels.profile->points == CodePoints{primaries, 16});
        CHECK(read.warnings.size() == (primaries == 9 ? 0 : 1));
    }
}
