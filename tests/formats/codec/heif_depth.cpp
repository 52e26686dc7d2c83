// Tests HEIC and AVIF of 10 and 12 bits and their nclx colours: reads files of another program, and checks
// the boxes of written files.
#include "base/error.h"
#include "colour/messages.h"
#include "formats/common/messages.h"
#include "support/files/heif_file.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include <cmath>
#include <doctest/doctest.h>
#include <set>

using namespace atrous;

namespace {

const Pixels& pixels_of(const ImageFile& file) { return file.parts[0].pixels; }

/// The first channel's samples of the third row.
std::vector<double> row_of(const ImageFile& file) {
    const Pixels& pixels = pixels_of(file);
    std::vector<double> row;
    for (int x = 0; x < pixels.size.width; ++x)
        row.push_back(tagged::sample(pixels, std::size_t((2 * pixels.size.width + x) * pixels.channels())));
    return row;
}

/// Largest difference from the files' slope, in steps of 10 bits.
double steps_from_slope(const std::vector<double>& row) {
    double most = 0;
    for (std::size_t x = 0; x < row.size(); ++x)
        most = std::max(most, std::abs(row[x] * 1023 - double(500 + x)));
    return most;
}

/// Bits of each channel in the box `pixi` (ISO 23008-12, 6.5.6).
int bits_in(const std::string& file) {
    const std::size_t at = file.find("pixi") + 8;
    REQUIRE(file[at] == 3);
    CHECK(file[at + 1] == file[at + 3]);
    return file[at + 1];
}

struct Said {
    int primaries, transfer;
    bool operator==(const Said&) const = default;
};
Said nclx_in(const std::string& file) {
    const std::size_t at = file.find("colrnclx") + 8;
    REQUIRE(at > 8);
    return {file[at + 1], file[at + 3]};
}

ImageFile with_alpha(PixelType type) {
    return files::picture(
        {64, 8}, type, 3, [](int x, int, int c) { return c == 3 ? x / 63.0 : (500.0 + x) / 1023; },
        Alpha::straight);
}

} // namespace

TEST_CASE("a HEIC and an AVIF of 10 bits are read with all of them") {
    const files::Folder folder;
    files::write_all(folder / "a.avif", files::avif_of_10_bits());
    files::write_all(folder / "a.heic", files::heic_of_10_bits());
    for (const char* name : {"a.avif", "a.heic"}) {
        CAPTURE(name);
        const ImageFile file = files::load(folder / name);
        CHECK(pixels_of(file).type == PixelType::u16);
        CHECK(file.warnings.empty());
        const std::vector<double> row = row_of(file);
        CHECK(std::set<double>(row.begin(), row.end()).size() > 40); // 8 bits have 17 levels there
        CHECK(steps_from_slope(row) < 3);
    }
}

TEST_CASE("10 bits stay 10 and 8 stay 8, 16 become 12 in an AVIF and 10 in a HEIC, with a warning") {
    const files::Folder folder;
    struct Row {
        const char *from, *to;
        int bits;
        std::string said;
    };
    files::write_all(folder / "10.avif", files::avif_of_10_bits(1, 13));
    const ImageFile ten = files::load(folder / "10.avif");
    write_image_file(ten, folder / "16.tif", {});
    write_image_file(ten, folder / "8.png", {.depth = PixelType::u8});
    for (const Row& row :
         {Row{"10.avif", "a.avif", 10, ""}, Row{"10.avif", "a.heic", 10, ""},
          Row{"16.tif", "b.avif", 12, words(messages::depth_lost, "AVIF", "12-bit", "16-bit")},
          Row{"b.avif", "c.avif", 12, ""},
          Row{"b.avif", "c.heic", 10, words(messages::depth_lost, "HEIC", "10-bit", "12-bit")},
          Row{"16.tif", "b.heic", 10, words(messages::depth_lost, "HEIC", "10-bit", "16-bit")},
          Row{"8.png", "d.avif", 8, ""}, Row{"8.png", "d.heic", 8, ""}}) {
        CAPTURE(row.from);
        CAPTURE(row.to);
        const auto warnings = files::resave(folder / row.from, folder / row.to);
        CHECK(bits_in(files::read_all(folder / row.to)) == row.bits);
        CHECK(warnings.size() == (row.said.empty() ? 0 : 1));
        if (!row.said.empty() && !warnings.empty())
            CHECK(warnings[0].text.find(row.said) != std::string::npos);
        const ImageFile again = files::load(folder / row.to);
        CHECK(pixels_of(again).type == (row.bits > 8 ? PixelType::u16 : PixelType::u8));
        CHECK(steps_from_slope(row_of(again)) < (row.bits > 8 ? 4 : 8));
    }
    const Messages jpeg = write_image_file(ten, folder / "e.jpg", {});
    REQUIRE(jpeg.size() == 1);
    CHECK(is_message(jpeg[0], messages::depth_lost, "JPEG", "8-bit", "10-bit", "dithered"));
    CHECK(write_image_file(ten, folder / "e.avif", {.depth = PixelType::u8}).empty());
    const auto pq = output_colours("pq", Intent::relative, "--output-profile");
    for (const auto& [from, to] :
         {std::pair("8.png", "pq.avif"), std::pair("d.avif", "pq-d.avif"), std::pair("d.heic", "pq-d.heic")})
        CHECK(write_image_file(files::load(folder / from), folder / to, {.colours = pq}).empty());
    CHECK(bits_in(files::read_all(folder / "e.avif")) == 8);
    ImageFile two = files::load(folder / "10.avif");
    two.parts.push_back(std::move(files::load(folder / "10.avif").parts[0]));
    for (const std::string name : {"avif", "heic"}) {
        const Messages warnings = write_image_file(two, folder / ("two." + name), {});
        REQUIRE_FALSE(warnings.empty());
        CHECK(is_message(warnings[0], messages::parts_lost, name == "avif" ? "AVIF" : "HEIC", 1, 2));
    }
}

TEST_CASE("alpha of more than 8 bits stays, in an AVIF with 12, also of sizes that chroma does not divide") {
    const files::Folder folder;
    for (const PixelType type : {PixelType::u8, PixelType::u16})
        for (const char* name : {"a.avif", "a.heic"}) {
            CAPTURE(name);
            write_image_file(with_alpha(type), folder / name, {.overwrite = true});
            const ImageFile file = files::load(folder / name);
            REQUIRE(pixels_of(file).alpha == Alpha::straight);
            CHECK(pixels_of(file).type == type);
            CHECK(steps_from_slope(row_of(file)) < 8);
            for (std::size_t x = 0; x < 64; ++x)
                CHECK(std::abs(tagged::sample(pixels_of(file), 4 * x + 3) - double(x) / 63) < 0.02);
        }
    for (const char* name : {"odd.avif", "odd.heic"}) {
        write_image_file(files::picture({17, 9}, PixelType::u16, 3, Alpha::none), folder / name, {});
        CHECK(pixels_of(files::load(folder / name)).size == Size{17, 9});
    }
}

TEST_CASE("colours that were multiplied by alpha come out of an AVIF without it, with a warning") {
    const files::Folder folder;
    files::write_all(folder / "a.avif", files::avif_with_associated_alpha());
    const ImageFile file = files::load(folder / "a.avif");
    REQUIRE(pixels_of(file).alpha == Alpha::straight);
    REQUIRE(file.warnings.size() == 1);
    CHECK(is_message(file.warnings[0], messages::alpha_steps));
    const std::vector<double> row = row_of(file);
    for (std::size_t x = 0; x < 63; x += 6) {
        const double alpha = (1023.0 - 16.0 * double(x)) / 1023;
        CHECK(std::abs(row[x] - std::min((500.0 + double(x)) / 1023 / alpha, 1.0)) < 0.03);
    }
}

TEST_CASE("nclx specifies the colours of an image: kept in an AVIF and a HEIC, a profile in other formats") {
    const files::Folder folder;
    struct Row {
        Said said;
        const char* name; ///< none: sRGB
    };
    for (const Row& row : {Row{{12, 13}, "Display P3"}, Row{{1, 1}, "Rec. 709"}, Row{{9, 14}, "Rec. 2020"},
                           Row{{9, 8}, "linear Rec. 2020"}, Row{{12, 1}, "P3, BT.709's curve"},
                           Row{{1, 13}, nullptr}, Row{{2, 2}, nullptr}}) {
        CAPTURE(row.said.primaries);
        CAPTURE(row.said.transfer);
        files::write_all(folder / "a.avif", files::avif_of_10_bits(row.said.primaries, row.said.transfer));
        const ImageFile file = files::load(folder / "a.avif");
        CHECK(file.warnings.empty());
        CHECK(bool(pixels_of(file).profile) == bool(row.name));
        for (const char* to : {"b.avif", "b.heic"}) {
            CHECK(write_image_file(file, folder / to, {.overwrite = true}).empty());
            const std::string bytes = files::read_all(folder / to);
            CHECK(nclx_in(bytes) == (row.name ? row.said : Said{1, 13}));
            CHECK(bytes.find("colrprof") == std::string::npos);
        }
        CHECK(write_image_file(file, folder / "b.png", {.overwrite = true}).empty());
        CHECK(tagged::profile_in(folder / "b.png").empty() != bool(row.name));
        if (!row.name || !pixels_of(file).profile) continue;
        CHECK(pixels_of(file).profile->name == row.name);
        CHECK(pixels_of(files::load(folder / "b.png")).profile->name == row.name);
    }
}

TEST_CASE("unknown colours of an AVIF give a warning, and stay") {
    const files::Folder folder;
    files::write_all(folder / "a.avif", files::avif_of_10_bits(10, 13));
    const ImageFile file = files::load(folder / "a.avif");
    REQUIRE(file.warnings.size() == 1);
    CHECK(is_message(file.warnings[0], messages::unknown_code_points, 10, 13));
    write_image_file(file, folder / "b.avif", {});
    CHECK(nclx_in(files::read_all(folder / "b.avif")) == Said{10, 13});
}

TEST_CASE("a profile goes into a HEIC and an AVIF unchanged, also a requested one") {
    const files::Folder folder;
    const auto p3 = output_colours("displayp3", Intent::relative, "--output-profile");
    files::write_all(folder / "a.avif", files::avif_of_10_bits(9, 14));
    for (const char* name : {"b.avif", "b.heic"}) {
        CHECK(write_image_file(files::load(folder / "a.avif"), folder / name, {.colours = p3}).empty());
        const ImageFile file = files::load(folder / name);
        REQUIRE(pixels_of(file).profile);
        CHECK(pixels_of(file).profile->name == "Display P3");
        CHECK(files::read_all(folder / name).find(p3->rgb.bytes) != std::string::npos);
        CHECK(write_image_file(file, folder / ("c" + std::string(name)), {}).empty());
        CHECK(files::read_all(folder / ("c" + std::string(name))).find(p3->rgb.bytes) != std::string::npos);
    }
}

TEST_CASE("an AVIF that is cut or contains no image is an error of the file") {
    const files::Folder folder;
    const std::string whole = files::avif_of_10_bits();
    for (const std::size_t size : {std::size_t(20), std::size_t(100), whole.size() - 62}) {
        files::write_all(folder / "a.avif", whole.substr(0, size));
        CHECK(files::read_error(folder / "a.avif").find("damaged") != std::string::npos);
    }
}
