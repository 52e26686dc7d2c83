// Tests the pixel aspect ratio of JPEGs: JFIF's densities (ITU-T T.871, 10.1), read and written.
#include "formats/jpeg/jpeg.h"
#include "formats/write/resize.h"
#include "metadata/exif_block.h"
#include "metadata/exiv2.h"
#include "support/files/io_files.h"
#include "support/files/png_file.h"
#include <doctest/doctest.h>

using namespace atrous;

namespace {

/// The JPEG with this JFIF segment as its first, instead of its own if it has one.
std::string with_jfif(const std::string& jpeg, int unit, int across, int down) {
    const bool own = jpeg.compare(6, 4, "JFIF") == 0;
    return std::string("\xff\xd8\xff\xe0\0\x10JFIF\0\1\2", 13) + char(unit) +
           number_bytes(std::uint64_t(across), 2) + number_bytes(std::uint64_t(down), 2) +
           std::string(2, '\0') + jpeg.substr(own ? 20 : 2);
}

std::string plain(const files::Folder& folder) {
    write_image_file(files::picture({32, 16}, PixelType::u8, 3, Alpha::none), folder / "plain.jpg", {});
    return files::read_all(folder / "plain.jpg");
}

double aspect_in(const std::filesystem::path& path) {
    return files::load(path).parts[0].pass_through->spec.get_float_attribute("PixelAspectRatio", 1);
}

/// Sets the state after `scale`, with `across` by `down` old pixels per new one.
void scale(ImageFile& file, double across, double down) {
    PartScale of;
    of.place = place_in(file.parts[0].pass_through->spec);
    of.factor_x = across, of.factor_y = down;
    resize_part(file.parts[0], of, {});
    resize_metadata(file, of);
}

struct Densities {
    int unit, across, down;
    double aspect;
};
constexpr Densities rows[] = {{0, 1, 2, 2},    {0, 2, 1, .5},       {0, 4, 3, .75},   {0, 72, 36, .5},
                              {1, 72, 144, 2}, {0, 1, 1, 1},        {1, 300, 300, 1}, {2, 118, 59, .5},
                              {0, 0, 2, 1},    {1, 1, 65535, 65535}};

} // namespace

TEST_CASE(
    "JFIF's densities are pixels per length, small ones, too: 1:2 is twice as wide as high in other formats") {
    const files::Folder folder;
    const std::string jpeg = plain(folder);
    for (const Densities& row : rows) {
        CAPTURE(row.across);
        CAPTURE(row.down);
        files::write_all(folder / "a.jpg", with_jfif(jpeg, row.unit, row.across, row.down));
        CHECK(aspect_in(folder / "a.jpg") == doctest::Approx(row.aspect));
        write_image_file(files::load(folder / "a.jpg"), folder / "b.exr", {.overwrite = true});
        CHECK(aspect_in(folder / "b.exr") == doctest::Approx(row.aspect));
        write_image_file(files::load(folder / "a.jpg"), folder / "b.jpg", {.overwrite = true});
        CHECK(files::read_all(folder / "b.jpg").substr(0, 20) ==
              with_jfif(jpeg, row.unit, row.across, row.down).substr(0, 20));
    }
}

TEST_CASE(
    "a JPEG of a JPEG that was scaled by different factors per axis has an aspect ratio, with or without densities in the input") {
    const files::Folder folder;
    const std::string jpeg = plain(folder);
    for (const bool exif_alone : {false, true})
        for (const bool strip : {false, true})
            for (const auto& [across, down] :
                 {std::pair(2., 1.), {1., 2.}, {3., 1.}, {7., 9.}, {2., 2.}, {1., 50.}}) {
                CAPTURE(exif_alone);
                CAPTURE(strip);
                CAPTURE(across);
                CAPTURE(down);
                std::string from = with_jfif(jpeg, 0, 1, 1);
                if (exif_alone) from = files::jpeg_with_orientation(from.substr(0, 2) + from.substr(20), 6);
                files::write_all(folder / "a.jpg", from);
                ImageFile file = files::load(folder / "a.jpg");
                scale(file, across, down);
                WriteOptions options{.overwrite = true};
                options.strip = strip;
                CHECK(write_image_file(file, folder / "b.jpg", options).empty());
                CHECK(aspect_in(folder / "b.jpg") == doctest::Approx(across / down).epsilon(.005));
                const auto density = jfif_density(read_jpeg_header(folder / "b.jpg")->segments);
                if (across == down && !strip) CHECK(density.has_value() == !exif_alone);
            }
}

TEST_CASE("densities keep their unit if whole numbers of it give the ratio, and are only a ratio otherwise") {
    const JfifDensity inches = density_of(2, 150, 1), few = density_of(1. / 3, 1, 2),
                      large = density_of(40, 3000, 1);
    CHECK(inches.unit == 1);
    CHECK(inches.across == 150);
    CHECK(inches.down == 300);
    CHECK(few.unit == 0);
    CHECK(few.aspect() == doctest::Approx(1. / 3).epsilon(.005));
    CHECK(large.unit == 0);
    CHECK(large.aspect() == doctest::Approx(40).epsilon(.005));
}

TEST_CASE("the resolution of a PNG or of JFIF goes into JFIF and EXIF with its unit, and a ratio stays one") {
    const files::Folder folder;
    const std::string jpeg = *jpeg_with_segments(plain(folder), {}); // without EXIF data
    struct Row {
        const char* what;
        int unit, across, down; ///< pHYs: 1 is a metre, otherwise JFIF
        int jfif;               ///< unit in JFIF: 1 is an inch
        double resolution;      ///< in EXIF, 0 if there is none
    };
    for (const Row& row : {Row{"png", 1, 11811, 11811, 1, 300},
                           {"png", 1, 2835, 2835, 1, 72},
                           {"png", 1, 11811, 5906, 1, 300},
                           {"png", 0, 2, 1, 0, 0},
                           {"png", 0, 1, 1, 0, 0},
                           {"jpg", 1, 240, 240, 1, 240},
                           {"jpg", 2, 118, 118, 2, 118},
                           {"jpg", 0, 1, 1, 0, 0}}) {
        CAPTURE(row.what);
        CAPTURE(row.unit);
        CAPTURE(row.across);
        const std::string name = std::string("a.") + row.what;
        const std::string physical =
            files::big(std::uint32_t(row.across)) + files::big(std::uint32_t(row.down)) + char(row.unit);
        files::write_all(folder / name, name == "a.png" ? files::png({2, 8, {{"pHYs", physical}}})
                                                        : with_jfif(jpeg, row.unit, row.across, row.down));
        for (const double factor : {1, 2}) {
            ImageFile file = files::load(folder / name);
            scale(file, factor, factor);
            write_image_file(file, folder / "b.jpg", {.overwrite = true});
            const auto density = jfif_density(read_jpeg_header(folder / "b.jpg")->segments);
            REQUIRE(density);
            CHECK(density->unit == row.jfif);
            CHECK(density->aspect() == doctest::Approx(double(row.down) / row.across).epsilon(.01));
            if (row.resolution > 0) CHECK(density->across == row.resolution);
            if (!has_metadata_library()) continue;
            write_image_file(file, folder / "b.webp", {.overwrite = true});
            const auto found = resolution_of(files::load(folder / "b.webp").metadata->exif);
            CHECK(found.has_value() == (row.resolution > 0));
            if (!found) continue;
            CHECK(found->x == doctest::Approx(row.resolution).epsilon(.001));
            CHECK(found->y == doctest::Approx(row.resolution * row.down / row.across).epsilon(.001));
            CHECK(found->unit == (row.jfif == 2 ? 3 : 2));
        }
    }
}
