// Tests gain maps of HEIC and AVIF (Apple's auxiliary image), and maps that JPEGs get for light above white.
#include "base/error.h"
#include "formats/common/hdr_rendition.h"
#include "formats/common/messages.h"
#include "formats/heif/messages.h"
#include "formats/jpeg/appended.h"
#include "formats/jpeg/messages.h"
#include "formats/write/gain_map.h"
#include "metadata/metadata.h"
#include "support/files/io_files.h"
#include "support/files/phone_file.h"
#include "support/files/ultra_hdr.h"
#include "support/messages.h"
#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

constexpr Size whole{96, 64};
constexpr const char* apple_map = "urn:com:apple:photo:2020:aux:hdrgainmap";

double sample(int x, int y, int c) {
    return c == 3 ? 0.5 + 0.4 * std::sin(0.05 * x) : 0.5 + 0.3 * std::sin(0.07 * x + 0.05 * y * (c + 1));
}

/// An AVIF whose alpha is named a gain map of Apple.
void write_avif(const std::filesystem::path& path, const std::string& exif = files::apple_exif(1, 0.01),
                const std::string& xmp = {}) {
    ImageFile file = files::picture(whole, PixelType::u8, 3, sample, Alpha::straight);
    Metadata metadata;
    metadata.exif = exif, metadata.xmp = xmp;
    file.metadata = std::make_shared<const Metadata>(metadata);
    write_image_file(file, path, {.overwrite = true, .quality = 100});
    std::string bytes = files::read_all(path);
    const std::size_t at = bytes.find("urn:mpeg:mpegB"), end = bytes.find('\0', at);
    REQUIRE(at != std::string::npos);
    std::string name = apple_map;
    REQUIRE(name.size() <= end - at);
    name.resize(end - at, '\0');
    files::write_all(path, bytes.replace(at, name.size(), name));
}

/// The file as a JPEG, read again, and its bytes.
struct AsJpeg {
    std::string bytes;
    ImageFile file;
};
AsJpeg as_jpeg(const files::Folder& folder, ImageFile file) {
    append_gain_map(file);
    for (const Message& warning :
         write_image_file(file, folder / "b.jpg", {.overwrite = true, .quality = 100}))
        CHECK(warning.text == "");
    return {files::read_all(folder / "b.jpg"), files::load(folder / "b.jpg")};
}

double mean_difference(const Pixels& a, const Pixels& b) {
    REQUIRE(a.bytes.size == b.bytes.size);
    const auto *x = reinterpret_cast<const float*>(a.bytes.data.get()),
               *y = reinterpret_cast<const float*>(b.bytes.data.get());
    double differences = 0, all = 0;
    for (std::size_t i = 0; i < a.bytes.size / sizeof(float); ++i) {
        differences += std::abs(double(x[i]) - double(y[i]));
        all += std::abs(double(y[i]));
    }
    return differences / all;
}

std::size_t times_in(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

} // namespace

TEST_CASE("a map of Apple is read with its headroom, and is neither alpha nor an image that is left out") {
    const files::Folder folder;
    write_avif(folder / "a.avif");
    const ImageFile file = files::load(folder / "a.avif");
    CHECK(file.warnings.empty());
    CHECK(file.parts[0].pixels.alpha == Alpha::none);
    REQUIRE(file.gain_map);
    CHECK(file.gain_map->numbers.kind == GainMapKind::apple);
    CHECK(file.gain_map->numbers.headroom == doctest::Approx(2.3).epsilon(1e-4));
    REQUIRE(file.gain_map->samples.size == whole);
    for (int x = 0; x < whole.width; ++x)
        CHECK(std::abs(std::to_integer<int>(*file.gain_map->samples.at(x, 9)) - 255 * sample(x, 9, 3)) <= 3);
    Decoder decoder(folder / "a.avif");
    CHECK(decoder.hdr(0) == "gain map (Apple, 96x64, 1 channel, up to 2.3 stops above white)");
    const ImageFile described = decoder.describe();
    REQUIRE(described.gain_map);
    CHECK(described.gain_map->samples.bytes.size == 0);
}

TEST_CASE("a map of Apple whose headroom is unknown is left out with a warning") {
    const files::Folder folder;
    write_avif(folder / "a.avif", "");
    const ImageFile file = files::load(folder / "a.avif");
    CHECK_FALSE(file.gain_map);
    CHECK(std::ranges::count(file.warnings, messages::gain_map_damaged.id, &Message::id) == 1);
}

TEST_CASE("a JPEG of an AVIF with a map is an Ultra HDR file with the same light") {
    const files::Folder folder;
    write_avif(folder / "a.avif");
    const ImageFile before = files::load(folder / "a.avif");
    const AsJpeg jpeg = as_jpeg(folder, files::load(folder / "a.avif"));
    const auto pictures = files::mpf_pictures(jpeg.bytes);
    REQUIRE(pictures.size() == 2);
    CHECK(pictures[0].type == 0x030000);
    CHECK(pictures[1].at + pictures[1].size == jpeg.bytes.size());
    CHECK(jpeg.bytes.find("Item:Length=\"" + std::to_string(pictures[1].size) + "\"") < pictures[1].at);
    CHECK(times_in(jpeg.bytes.substr(0, pictures[1].at), std::string(iso_gain_map)) == 1);
    CHECK(jpeg.bytes.find("Apple iOS") < pictures[1].at);
    REQUIRE(jpeg.file.appended);
    REQUIRE(jpeg.file.appended->found.items.size() == 1);
    CHECK(jpeg.file.appended->found.missing == 0);
    const std::optional<UsableGainMap> map = usable_gain_map(jpeg.file);
    REQUIRE(map);
    REQUIRE(map->reason == "");
    CHECK(map->map.numbers.kind == GainMapKind::iso);
    const Pixels expected = hdr_rendition(before.parts[0].pixels, whole, *before.gain_map);
    CHECK(mean_difference(hdr_rendition(jpeg.file.parts[0].pixels, whole, map->map), expected) < 0.01);
}

TEST_CASE("a packet that exists stays, and gets the directory once if it can") {
    const std::string
        head =
            "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
            "<rdf:Description xmlns:dc=\"http://purl.org/dc/elements/1.1/\" dc:rights=\"mine\"",
        container = " xmlns:Container=\"http://ns.google.com/photos/1.0/container/\"";
    std::string other = head + "/></rdf:RDF></x:xmpmeta>"; // under another prefix
    for (std::size_t at = other.find("rdf:"); at != std::string::npos; at = other.find("rdf:", at))
        other.replace(at, 4, "r:");
    other.replace(other.find("xmlns:rdf="), 10, "xmlns:r=");
    struct Row {
        std::string packet;
        bool announced;
    };
    for (const Row& row :
         {Row{head + "/></rdf:RDF></x:xmpmeta>", true}, Row{head + "/></rdf:RDF ></x:xmpmeta>", true},
          Row{head + container + "/></rdf:RDF></x:xmpmeta>", false}, Row{other, true}}) {
        CAPTURE(row.packet);
        const files::Folder folder;
        write_avif(folder / "a.avif", files::apple_exif(1, 0.01), row.packet);
        const AsJpeg jpeg = as_jpeg(folder, files::load(folder / "a.avif"));
        const auto pictures = files::mpf_pictures(jpeg.bytes);
        REQUIRE(pictures.size() == 2);
        const std::string image = jpeg.bytes.substr(0, pictures[1].at);
        CHECK(times_in(image, "dc:rights=\"mine\"") == 1);
        CHECK(times_in(image, ":Directory>") == (row.announced ? 2 : 0));
        CHECK(times_in(image, std::string(xmp_magic)) == 1);
        REQUIRE(jpeg.file.appended);
        CHECK(jpeg.file.appended->found.items.size() == 1);
    }
}

TEST_CASE("formats without a map name both ways that keep HDR") {
    const files::Folder folder;
    write_avif(folder / "a.avif");
    const ImageFile file = files::load(folder / "a.avif");
    for (const char* name : {"b.avif", "b.heic", "b.png", "b.tif", "b.jxl", "b.webp", "b.bmp", "b.exr"}) {
        const Messages warnings = write_image_file(file, folder / name, {});
        CAPTURE(name);
        REQUIRE(std::ranges::count(warnings, messages::gain_map_lost.id, &Message::id) == 1);
        const Message& lost = *std::ranges::find(warnings, messages::gain_map_lost.id, &Message::id);
        CHECK(lost.values.at(1).starts_with("PQ (--output-profile pq"));
        const bool names_formats = lost.values.at(1).find("AVIF") != std::string::npos;
        CHECK(names_formats != format_by_name(name)->keeps_hdr);
    }
    CHECK(std::ranges::count(write_image_file(file, folder / "c.png", {.gain_maps = GainMaps::drop}),
                             messages::gain_map_lost.id, &Message::id) == 0);
}

TEST_CASE("a JPEG of light above white has a map with that light, and one without has none") {
    const files::Folder folder;
    for (const int colours : {1, 3})
        for (const double peak : {0.9, 1.5, 8.0, 40.0}) {
            CAPTURE(peak);
            const ImageFile file = files::picture(whole, PixelType::f32, colours, [&](int x, int y, int c) {
                return peak * std::pow(0.5 + 0.5 * std::sin(0.08 * x + 0.05 * y + 0.3 * c), 4);
            });
            write_image_file(file, folder / "a.jpg", {.overwrite = true, .quality = 100});
            ImageFile read = files::load(folder / "a.jpg");
            CHECK((read.appended != nullptr) == (peak > 1));
            if (peak > 1) REQUIRE(put_hdr_rendition(read) == "");
            const Pixels light = std::move(read.parts[0].pixels);
            if (peak > 1) CHECK(mean_difference(light, file.parts[0].pixels) < 0.015);
            write_image_file(file, folder / "a.jpg", {.overwrite = true, .gain_maps = GainMaps::drop});
            CHECK_FALSE(files::load(folder / "a.jpg").appended);
        }
}

TEST_CASE("a map with colours of a grey image and one that is larger than its image are not applied") {
    const files::Folder folder;
    const auto reason_of = [&](const std::string& image, const std::string& map) -> std::string {
        files::Phone phone;
        phone.gain_map = map;
        files::write_all(folder / "a.jpg", files::phone_file(image, phone));
        const ImageFile file = files::load(folder / "a.jpg");
        const auto found = usable_gain_map(file);
        REQUIRE(found);
        return found->damage.empty() ? found->reason : found->damage.id;
    };
    const auto map_of = [](int colours) {
        const std::string bytes = files::ultra_hdr(files::scene(whole), {.times = 1, .map_colours = colours});
        return bytes.substr(files::mpf_pictures(bytes).at(1).at);
    };
    CHECK(reason_of(files::plain_jpeg(whole, 1), map_of(1)) == "");
    CHECK(reason_of(files::plain_jpeg(whole, 1), map_of(3)) == "it has colours, and its image has none");
    CHECK(reason_of(files::plain_jpeg(whole, 3), map_of(3)) == "");
    CHECK(reason_of(files::plain_jpeg({95, 64}), map_of(1)) == messages::gain_map_size.id);
    CHECK(reason_of(files::plain_jpeg({96, 63}), map_of(1)) == messages::gain_map_size.id);
}
