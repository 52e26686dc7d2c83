// Channels, parts, windows and metadata beyond the picture pass through bit by bit.
#include "formats/common/messages.h"
#include "metadata/exiv2.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include <algorithm>
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;
using files::ExrPart;
using files::ExrType;

namespace {

/// Last bytes of a file: files written without compression, by OpenImageIO or by us, end with the pixel chunks.
std::string tail(const std::filesystem::path& path, std::size_t size) {
    const std::string bytes = files::read_all(path);
    return bytes.size() < size ? "" : bytes.substr(bytes.size() - size);
}

const ExrPart layered{"main",
                      {{"A"},
                       {"B"},
                       {"G"},
                       {"R"},
                       {"Z", ExrType::single},
                       {"id", ExrType::uint32},
                       {"n.X", ExrType::single},
                       {"n.Y"}}};

} // namespace

TEST_CASE("channels of every type, layers, mixed types, and parts without colour come back bit by bit") {
    const files::Folder folder;
    const ExrPart render{"",
                         {{"V.AO.B"},
                          {"V.AO.G"},
                          {"V.AO.R"},
                          {"V.Combined.A"},
                          {"V.Combined.B"},
                          {"V.Combined.G"},
                          {"V.Combined.R"},
                          {"V.Depth.Z", ExrType::single}}},
        mixed{"", {{"B"}, {"G", ExrType::single}, {"R"}}}, depth{"depth", {{"Z", ExrType::single}}},
        ids{"ids", {{"id", ExrType::uint32}, {"id2", ExrType::uint32}}, 2, 1, 4, 4, 5, 3};
    struct Row {
        const char* what;
        std::vector<ExrPart> parts;
        PixelType type; ///< of the image
        int channels;
    };
    for (const Row& row :
         {Row{"channels", {layered}, PixelType::f16, 4}, Row{"layers", {render}, PixelType::f16, 4},
          Row{"mixed types, as floats", {mixed}, PixelType::f32, 3},
          Row{"parts", {layered, depth, ids}, PixelType::f16, 4}}) {
        CAPTURE(row.what);
        std::string payload;
        files::write_all(folder / "a.exr", files::exr(row.parts, &payload));
        const ImageFile file = files::load(folder / "a.exr");
        CHECK(file.warnings.empty());
        REQUIRE(file.parts.size() == row.parts.size());
        if (row.parts.size() > 1) CHECK(file.parts[0].name == row.parts[0].name);
        CHECK(file.parts[0].pixels.type == row.type);
        CHECK(file.parts[0].pixels.channels() == row.channels);
        for (std::size_t i = 1; i < file.parts.size(); ++i) CHECK(file.parts[i].pixels.size == Size{0, 0});
        CHECK(write_image_file(file, folder / "b.exr", {.overwrite = true}).empty());
        CHECK(tail(folder / "b.exr", payload.size()) == payload);
    }
    const auto warnings = files::resave(folder / "a.exr", folder / "c.png");
    CHECK(std::ranges::any_of(
        warnings, [](const Message& w) { return is_message(w, messages::parts_lost, anything, 2, 3); }));
    CHECK(std::ranges::any_of(
        warnings, [](const Message& w) { return is_message(w, messages::channels_lost, anything, 4); }));
}

TEST_CASE("changed colours replace the file's, and nothing else changes") {
    files::Folder folder;
    std::string payload;
    files::write_all(folder / "a.exr", files::exr({layered}, &payload));
    ImageFile file = files::load(folder / "a.exr");
    Pixels& pixels = file.parts[0].pixels;
    const std::uint16_t half_one = 0x3c00;
    std::memcpy(pixels.bytes.data.get() + 2, &half_one, 2); // green of the first pixel
    write_image_file(file, folder / "b.exr", {});
    const std::string after = tail(folder / "b.exr", payload.size());
    // The first chunk: y, size, then a row of A, of B, of G: five halves each.
    std::memcpy(payload.data() + 8 + 2 * 5 * 2, &half_one, 2);
    CHECK(after == payload);
}

TEST_CASE("data and display windows survive, or a warning reports their loss") {
    files::Folder folder;
    for (const int x : {-3, 0, 4}) {
        CAPTURE(x);
        const std::string name = std::to_string(x);
        std::string payload;
        const ExrPart part{"", {{"B"}, {"G"}, {"R"}}, x, 2, 6, 4, 20, 10};
        files::write_all(folder / (name + ".exr"), files::exr({part}, &payload));
        CHECK(files::resave(folder / (name + ".exr"), folder / (name + "b.exr")).empty());
        const std::string bytes = files::read_all(folder / (name + "b.exr"));
        const std::int32_t data[4] = {x, 2, x + 5, 5}, display[4] = {0, 0, 19, 9};
        CHECK(bytes.find(std::string(reinterpret_cast<const char*>(data), 16)) != std::string::npos);
        CHECK(bytes.find(std::string(reinterpret_cast<const char*>(display), 16)) != std::string::npos);
        CHECK(tail(folder / (name + "b.exr"), payload.size()) == payload); // the rows' own numbers too
        const auto warnings = files::resave(folder / (name + ".exr"), folder / (name + ".jpg"));
        CHECK(warnings.size() == 2); // 8 bits, window
    }
}

TEST_CASE("metadata of an EXR survive") {
    files::Folder folder;
    files::write_all(folder / "a.exr", files::exr({layered}));
    files::resave(folder / "a.exr", folder / "b.exr");
    CHECK(files::read_all(folder / "b.exr").find("the test of main") != std::string::npos);
}

TEST_CASE("an ICC profile and the orientation of a JPEG survive, or a warning names the loss") {
    files::Folder folder;
    write_image_file(files::picture({16, 16}, PixelType::u8, 3, Alpha::none), folder / "plain.jpg", {});
    const std::string plain = files::read_all(folder / "plain.jpg"), profile = files::small_profile();
    files::write_all(folder / "icc.jpg", files::jpeg_with_profile(plain, profile));
    for (const std::string other : {"tif", "png", "webp"}) {
        if (other == "webp" && !has_metadata_library()) continue;
        CAPTURE(other);
        CHECK(files::resave(folder / "icc.jpg", folder / ("icc." + other)).empty());
        CHECK(files::resave(folder / ("icc." + other), folder / (other + ".jpg")).empty());
        CHECK(files::read_all(folder / (other + ".jpg")).find(profile) != std::string::npos);
    }
    const auto said = files::resave(folder / "icc.jpg", folder / "icc.exr");
    REQUIRE(said.size() == 1);
    CHECK(is_message(said[0], messages::profile_lost, "OpenEXR", "ICC profile", anything));
    files::write_all(folder / "turned.jpg", files::jpeg_with_orientation(plain, 6));
    CHECK(files::resave(folder / "turned.jpg", folder / "turned2.jpg").empty());
    const auto warnings = files::resave(folder / "turned2.jpg", folder / "turned.png");
    const bool kept = files::read_all(folder / "turned.png").find("eXIf") != std::string::npos;
    CHECK(kept == has_metadata_library());
    CHECK(warnings.empty() == kept);
    if (!kept) CHECK(is_message(warnings[0], messages::orientation_lost, "PNG"));
}

TEST_CASE("a linear image that got the sRGB curve does not claim to be linear") {
    files::Folder folder;
    write_image_file(files::picture({8, 8}, PixelType::f16, 3, Alpha::none), folder / "a.exr", {});
    files::resave(folder / "a.exr", folder / "b.png");
    CHECK(files::read_all(folder / "b.png").find("gAMA") == std::string::npos);
}

TEST_CASE("TIFF samples beyond the four types are processed as floats and written in their own type") {
    files::Folder folder;
    std::string doubles;
    for (int i = 0; i < 12; ++i) {
        const double value = i / 16.0;
        doubles.append(reinterpret_cast<const char*>(&value), 8);
    }
    files::write_all(folder / "a.tif", files::tiff(2, 2, 3, 64, {{262, 2}, {339, 3}}, {doubles}));
    const ImageFile file = files::load(folder / "a.tif");
    CHECK(file.parts[0].pixels.type == PixelType::f32);
    CHECK(file.parts[0].pixels.transfer == Transfer::linear);
    REQUIRE(file.warnings.size() == 1);
    CHECK(is_message(file.warnings[0], messages::samples_as_floats, "double"));
    CHECK(write_image_file(file, folder / "b.tif", {}).empty());
    CHECK(files::load(folder / "b.tif").warnings.size() == 1);
    CHECK(files::read_all(folder / "b.tif").find(doubles) != std::string::npos);
}

TEST_CASE("all pages of a TIFF are read and written, with the alpha that each has") {
    files::Folder folder;
    std::string one, two;
    for (int i = 0; i < 24; ++i) one.push_back(char(i * 9)), two.push_back(char(255 - i * 7));
    for (const std::uint32_t kind : {1U, 2U}) { // associated, straight
        CAPTURE(kind);
        const std::string name = std::to_string(kind);
        files::write_all(folder / (name + ".tif"),
                         files::tiff(3, 2, 4, 8, {{262, 2}, {338, kind}}, {one, two}));
        const ImageFile file = files::load(folder / (name + ".tif"));
        REQUIRE(file.parts.size() == 2);
        for (const Part& part : file.parts)
            CHECK(part.pixels.alpha == (kind == 1 ? Alpha::associated : Alpha::straight));
        CHECK(std::memcmp(file.parts[1].pixels.bytes.data.get(), two.data(), 24) == 0);
        CHECK(write_image_file(file, folder / (name + "b.tif"), {}).empty());
        CHECK(files::same_pixels(file, files::load(folder / (name + "b.tif"))));
    }
}

TEST_CASE(
    "a warning names metadata that several pages, or memory, do not allow; if the loss is for good, nothing is written") {
    if (!has_metadata_library()) return;
    const files::Folder folder;
    const auto picture = [](int x, int y, int c) { return .1 + .02 * x + .01 * y + .1 * c; };
    ImageFile file = files::picture({8, 6}, PixelType::u8, 3, picture);
    file.parts.emplace_back().pixels = tagged::picture({8, 6}, PixelType::u8, 3, picture);
    Metadata metadata;
    metadata.iptc = std::string("\x1c\x02\x19\0\4tree", 9);
    metadata.xmp =
        "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></x:xmpmeta>";
    file.metadata = std::make_shared<Metadata>(metadata);
    const auto warnings = write_image_file(file, folder / "a.tif", {});
    REQUIRE(warnings.size() == 1);
    CHECK(is_message(warnings[0], messages::metadata_reduced, "a file of several pages", " (XMP, IPTC)"));
    const std::string before = files::read_all(folder / "a.tif");
    const std::string reason = files::refusal(
        [&] { write_image_file(file, folder / "a.tif", {.overwrite = true, .replaces = true}); });
    CHECK(reason.find("(XMP, IPTC)") != std::string::npos);
    CHECK(prints(reason, line(messages::lost_for_good)));
    CHECK(files::read_all(folder / "a.tif") == before);
    file.metadata = nullptr;
    CHECK(write_image_file(file, folder / "a.tif", {.overwrite = true, .replaces = true}).empty());
}
