// How finely the chroma of a HEIC or AVIF is sampled, with as many bits as its codec has for that.
#include "formats/common/messages.h"
#include "formats/dispatch/capabilities.h"
#include "formats/heif/heif_boxes.h"
#include "support/files/heif_file.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include <doctest/doctest.h>

using namespace atrous;

namespace {

/// Alternating red and blue columns, which become equal if chroma is halved.
ImageFile columns(PixelType type, Size size = {64, 16}) {
    return files::picture(size, type, 3,
                          [](int x, int, int c) { return c == (x % 2 == 0 ? 0 : 2) ? .7 : .3; });
}
/// Difference of red and blue: .4 in columns(), if chroma has full resolution in the file.
double apart(const ImageFile& file) {
    const Pixels& pixels = file.parts[0].pixels;
    double sum = 0;
    for (int x = 0; x < pixels.size.width; ++x) {
        const auto at = std::size_t(pixels.size.width + x) * std::size_t(pixels.channels());
        const double red = tagged::sample(pixels, at) - tagged::sample(pixels, at + 2);
        sum += (x % 2 == 0 ? red : -red) / pixels.size.width;
    }
    return sum;
}

std::string sampling_in(const std::filesystem::path& path) {
    return heif_pictures(FileView(path)).subsampling;
}

} // namespace

TEST_CASE(
    "an AVIF has the chroma of its input, else full chroma; a HEIC the chroma of a HEIC, else a chroma that all programs read") {
    const files::Folder folder;
    write_image_file(columns(PixelType::u8), folder / "a.png", {});
    for (const char* sampling : {"4:4:4", "4:2:2", "4:2:0"}) {
        const std::string name = sampling;
        write_image_file(columns(PixelType::u8), folder / (name + ".jpg"), {.subsampling = name});
        write_image_file(columns(PixelType::u8), folder / (name + ".avif"), {.subsampling = name});
        write_image_file(columns(PixelType::u8), folder / (name + ".heic"), {.subsampling = name});
        for (const char* kind : {".avif", ".heic"}) {
            CHECK(sampling_in(folder / (name + kind)) == name);
            CHECK((apart(files::load(folder / (name + kind))) > .3) == (name == "4:4:4"));
        }
    }
    struct Row {
        const char *from, *to, *sampling;
    };
    for (const Row& row : {Row{"a.png", "b.avif", "4:4:4"}, Row{"a.png", "b.heic", "4:2:0"},
                           Row{"4:2:0.jpg", "b.avif", "4:2:0"}, Row{"4:2:2.jpg", "b.avif", "4:2:2"},
                           Row{"4:4:4.jpg", "b.avif", "4:4:4"}, Row{"4:4:4.jpg", "b.heic", "4:2:0"},
                           Row{"4:2:0.avif", "b.avif", "4:2:0"}, Row{"4:2:2.avif", "b.avif", "4:2:2"},
                           Row{"4:4:4.avif", "b.heic", "4:2:0"}, Row{"4:2:0.heic", "b.avif", "4:2:0"},
                           Row{"4:2:2.heic", "b.heic", "4:2:2"}, Row{"4:4:4.heic", "b.heic", "4:4:4"}}) {
        CAPTURE(row.from);
        CAPTURE(row.to);
        const ImageFile file = files::load(folder / row.from);
        write_image_file(file, folder / row.to, {.overwrite = true});
        CHECK(sampling_in(folder / row.to) == row.sampling);
        CHECK(compression_of(file, row.to, {}).ends_with(std::string(":95 ") + row.sampling));
    }
    write_image_file(files::picture({16, 16}, PixelType::u8, 1, Alpha::none), folder / "grey.avif", {});
    CHECK(sampling_in(folder / "grey.avif") == "4:2:0");
}

TEST_CASE(
    "chroma of more than 8 bits: if libheif cannot do better, an AVIF of 10 has 4:2:2, and 12 bits with a warning if all chroma is kept") {
    const files::Folder folder;
    struct Row {
        const char* name;
        const char* asked;
        const char* sampling;
        int bits;
    };
    for (const Row& row : {Row{"a.avif", "", "4:4:4", 12}, Row{"a.avif", "4:2:0", "4:2:0", 12},
                           Row{"a.avif", "4:2:2", "4:2:2", 12}, Row{"a.heic", "", "4:2:0", 10},
                           Row{"a.heic", "4:4:4", "4:4:4", 10}}) {
        CAPTURE(row.name);
        CAPTURE(row.asked);
        write_image_file(columns(PixelType::u16), folder / row.name,
                         {.overwrite = true, .subsampling = row.asked});
        CHECK(sampling_in(folder / row.name) == row.sampling);
        const ImageFile written = files::load(folder / row.name);
        CHECK(written.parts[0].pass_through->spec.get_int_attribute(bits_attribute, 8) == row.bits);
        CHECK((apart(written) > .3) == (std::string(row.sampling) == "4:4:4"));
    }
    files::write_all(folder / "ten.avif", files::avif_of_10_bits());
    const ImageFile ten = files::load(folder / "ten.avif");
    for (const std::string asked : {"", "4:2:0", "4:4:4"}) {
        CAPTURE(asked);
        const Messages warnings =
            write_image_file(ten, folder / "b.avif", {.overwrite = true, .subsampling = asked});
        const int bits =
            files::load(folder / "b.avif").parts[0].pass_through->spec.get_int_attribute(bits_attribute, 8);
        const std::string sampling = sampling_in(folder / "b.avif");
        CHECK((bits == 10 || (bits == 12 && asked == "4:4:4"))); // 12 before libheif 1.23
        REQUIRE(warnings.size() == (bits == 10 ? 0 : 1));
        if (bits == 12) CHECK(is_message(warnings[0], messages::bits_added, "AVIF", 12, 10));
        CHECK((sampling == asked || (bits == 10 && asked != "4:4:4" && sampling == "4:2:2")));
    }
}
