// Tests layers of EXR files: some become pixels, and all others are copied bit by bit.
#include "colour/profile.h"
#include "formats/common/messages.h"
#include "formats/exr/messages.h"
#include "renders/messages.h"
#include "support/files/io_files.h"
#include "support/messages.h"
#include "support/paths.h"
#include <algorithm>
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;
using files::ExrPart;
using files::ExrType;
using Names = std::vector<std::string>;

namespace {

/// The value of a list of strings: each after its length.
std::string list_attribute(const Names& names) {
    std::string out;
    for (const std::string& name : names) {
        const auto length = std::int32_t(name.size());
        out.append(reinterpret_cast<const char*>(&length), 4);
        out += name;
    }
    return out;
}

std::vector<files::ExrChannel> halves(const Names& names) {
    std::vector<files::ExrChannel> channels;
    for (const std::string& name : names) channels.push_back({name});
    return channels;
}

const ExrPart stereo{"",
                     halves({"A", "B", "G", "R", "Z", "left.A", "left.B", "left.G", "left.R", "left.Z"}),
                     0,
                     0,
                     5,
                     3,
                     5,
                     3,
                     {{"multiView", "stringvector", list_attribute({"right", "left"})}}};

/// The images of a file, as messages call them.
Names pictures(ImageFile& file) {
    Names names;
    for (Part& part : file.parts)
        for (const PictureRef& picture : pictures_of(part)) names.push_back(picture.channels.layer);
    return names;
}

ImageFile load_layer(const std::filesystem::path& path, const std::string& layer) {
    ReadOptions options;
    options.layer = layer;
    return Decoder(path, options).read();
}

std::string tail(const std::filesystem::path& path, std::size_t size) {
    const std::string bytes = files::read_all(path);
    return bytes.size() < size ? "" : bytes.substr(bytes.size() - size);
}

} // namespace

TEST_CASE("both eyes of a stereo part are separate images, and go back into their channels") {
    const files::Folder folder;
    std::string payload;
    files::write_all(folder / "a.exr", files::exr({stereo}, &payload));
    ImageFile file = files::load(folder / "a.exr");
    CHECK(file.warnings.empty());
    REQUIRE(pictures(file) == Names{"RGBA (right)", "RGBA (left)"});
    CHECK(pictures_of(file.parts[0])[1].channels.names == Names{"left.R", "left.G", "left.B", "left.A"});
    CHECK(write_image_file(file, folder / "b.exr", {}).empty());
    CHECK(tail(folder / "b.exr", payload.size()) == payload);
    const std::uint16_t half_one = 0x3c00;
    std::memcpy(file.parts[0].more[0].pixels.bytes.data.get(), &half_one, 2); // the left eye's first red
    write_image_file(file, folder / "c.exr", {});
    std::memcpy(payload.data() + 8 + 8 * 5 * 2, &half_one, 2); // the ninth row of the first chunk
    CHECK(tail(folder / "c.exr", payload.size()) == payload);
}

TEST_CASE("only the part with the image has pixels") {
    const files::Folder folder;
    const ExrPart beauty{"rgba", halves({"A", "B", "G", "R"})}, albedo{"albedo", halves({"B", "G", "R"})},
        matte{"crypto",
              halves({"crypto00.A", "crypto00.B", "crypto00.G", "crypto00.R"}),
              0,
              0,
              5,
              3,
              5,
              3,
              {{"cryptomatte/1/name", "string", "crypto"}}},
        mask{"mask", halves({"mask"})};
    std::string payload;
    files::write_all(folder / "a.exr", files::exr({albedo, matte, beauty, mask}, &payload));
    ImageFile file = files::load(folder / "a.exr");
    CHECK(pictures(file) == Names{"rgba"});
    CHECK(file.parts[2].pixels.size == Size{5, 3});
    CHECK(write_image_file(file, folder / "b.exr", {}).empty());
    CHECK(tail(folder / "b.exr", payload.size()) == payload);
    files::write_all(folder / "c.exr", files::exr({matte}));
    ImageFile alone = files::load(folder / "c.exr");
    CHECK(pictures(alone).empty());
}

TEST_CASE("of Blender's view layers one is chosen, with a warning, unless --layer names one") {
    const files::Folder folder;
    const ExrPart part{"",
                       halves({"Back.Combined.B", "Back.Combined.G", "Back.Combined.R",
                               "Composite.Combined.B", "Composite.Combined.G", "Composite.Combined.R"}),
                       0,
                       0,
                       5,
                       3,
                       5,
                       3,
                       {{"BlenderMultiChannel", "string", "1"}}};
    files::write_all(folder / "a.exr", files::exr({part}));
    ImageFile one = files::load(folder / "a.exr");
    CHECK(pictures(one) == Names{"Composite.Combined"});
    REQUIRE(one.warnings.size() == 1);
    CHECK(is_message(one.warnings[0], messages::several_pictures, anything, anything, "Composite.Combined"));
    ImageFile all = load_layer(folder / "a.exr", "all");
    CHECK(pictures(all) == Names{"Back.Combined", "Composite.Combined"});
    CHECK(all.warnings.empty());
    ImageFile back = load_layer(folder / "a.exr", "Back");
    CHECK(pictures(back) == Names{"Back.Combined"});
    CHECK_THROWS(load_layer(folder / "a.exr", "Front"));
}

TEST_CASE("any channels of a part can be had as planes, and put back") {
    const files::Folder folder;
    std::string payload;
    const ExrPart part{"", {{"B"}, {"G"}, {"R"}, {"Z", ExrType::single}, {"n.X"}, {"n.Y"}}};
    files::write_all(folder / "a.exr", files::exr({part}, &payload));
    ImageFile file = files::load(folder / "a.exr");
    REQUIRE(file.aovs.find(AovRole::depth));
    const std::vector<int> depth = file.aovs.find(AovRole::depth)->channels;
    std::vector<float> planes = channel_planes(file.parts[0], depth);
    REQUIRE(planes.size() == 15);
    float stored[5];
    std::memcpy(stored, payload.data() + 8 + 3 * 5 * 2, sizeof stored);
    CHECK(std::equal(stored, stored + 5, planes.begin()));
    put_channel_planes(file.parts[0], depth, planes);
    write_image_file(file, folder / "b.exr", {});
    CHECK(tail(folder / "b.exr", payload.size()) == payload);
    planes[0] = 7;
    put_channel_planes(file.parts[0], depth, planes);
    CHECK(channel_planes(file.parts[0], depth)[0] == 7);
    CHECK_THROWS(channel_planes(file.parts[0], {6}));
    const ImageFile plain = files::picture({4, 2}, PixelType::f16, 3, Alpha::none);
    write_image_file(plain, folder / "p.exr", {});
    CHECK(channel_planes(files::load(folder / "p.exr").parts[0], {1}).size() == 8); // out of the pixels
}

TEST_CASE("an EXR's header gets no date and no chunk count, and an environment map stays one") {
    const files::Folder folder;
    const ExrPart map{
        "a", halves({"B", "G", "R"}), 0, 0, 5, 3, 5, 3, {{"envmap", "envmap", std::string(1, '\0')}}},
        second{"b", halves({"B", "G", "R"})};
    WriteOptions options;
    options.overwrite = true;
    for (const auto& parts : {std::vector{map}, std::vector{map, second}}) {
        files::write_all(folder / "a.exr", files::exr(parts));
        CHECK(write_image_file(files::load(folder / "a.exr"), folder / "b.exr", options).empty());
        const std::string bytes = files::read_all(folder / "b.exr");
        CHECK(bytes.find("capDate") == std::string::npos);
        CHECK(bytes.find("openexr:chunkCount") == std::string::npos);
        CHECK(bytes.find(std::string("envmap\0envmap", 13)) != std::string::npos);
    }
    files::write_all(folder / "a.exr", files::exr({map}));
    const auto said = files::resave(folder / "a.exr", folder / "b.png");
    CHECK(std::ranges::any_of(said, [](const Message& w) {
        return is_message(w, messages::environment_lost, anything, anything);
    }));
}

TEST_CASE("the level of DWA compression is kept") {
    const files::Folder folder;
    const std::string level("\0\0\xae\x42", 4); // 87 as a float
    std::string bytes = files::exr(
        {{"", halves({"B", "G", "R"}), 0, 0, 5, 1, 5, 1, {{"dwaCompressionLevel", "float", level}}}});
    const std::string word("compression\0compression\0\1\0\0\0", 28);
    const auto at = bytes.find(word);
    REQUIRE(at != std::string::npos);
    bytes[at + word.size()] = 9; // dwab. A chunk that compression does not shorten is stored
    files::write_all(folder / "a.exr", bytes);
    const ImageFile file = files::load(folder / "a.exr");
    CHECK(compression_of(file, folder / "b.exr", {}) == "dwab:87");
    write_image_file(file, folder / "b.exr", {});
    const std::string attribute = std::string("dwaCompressionLevel\0float\0\4\0\0\0", 30) + level;
    CHECK(files::read_all(folder / "b.exr").find(attribute) != std::string::npos);
}

namespace {

/// A picture, Cryptomatte and numbers of objects, in samples of a type.
ExrPart with_ids(ExrType type, Size size = {37, 29}) {
    ExrPart part{"",         {},          0,
                 0,          size.width,  size.height,
                 size.width, size.height, {{"cryptomatte/1a2b3c4/name", "string", "Named"}}};
    for (const char* name : {"B", "G", "ID.R", "ID.X", "Named00.B", "Named00.G", "R"})
        part.channels.push_back({name, name[1] ? type : ExrType::half});
    part.sample = [](const std::string& channel, int x, int y) {
        const bool odd = (x / 3 + y / 5) % 2 != 0;
        if (channel.starts_with("ID")) return odd ? 7.F : 1000.F;
        return channel.starts_with("Named") ? (odd ? 1.2345679F : 1 / 3.F) : float(x + y) / 64;
    };
    return part;
}

std::vector<float> ids_of(const ImageFile& file) {
    const Part& part = file.parts.front();
    std::vector<int> channels;
    for (int c = 0; c < int(channel_names(part).size()); ++c)
        if (channel_names(part)[std::size_t(c)].size() > 1) channels.push_back(c);
    return channel_planes(part, channels);
}

} // namespace

TEST_CASE("a compression that would change Cryptomatte or IDs is replaced by zip, with a warning") {
    // By OpenEXR: DWA changes floats of colours by name, PXR24 cuts floats, B44 changes halves.
    const struct {
        const char* compression;
        ExrType type;
        const char* layers; ///< that it would change
    } rows[] = {{"dwaa", ExrType::single, "ID, Named00"},
                {"dwab:200", ExrType::half, "ID, Named00"},
                {"dwaa", ExrType::uint32, ""},
                {"pxr24", ExrType::single, "Named00"},
                {"pxr24", ExrType::half, ""},
                {"b44", ExrType::half, "ID, Named00"},
                {"b44a", ExrType::half, "ID, Named00"},
                {"b44", ExrType::single, ""},
                {"piz", ExrType::single, ""}};
    const files::Folder folder;
    for (const auto& row : rows) {
        CAPTURE(std::string(row.compression));
        CAPTURE(int(row.type));
        files::write_all(folder / "a.exr", files::exr({with_ids(row.type)}));
        const ImageFile file = files::load(folder / "a.exr");
        WriteOptions options;
        options.overwrite = true;
        options.compression = row.compression;
        const Messages said = write_image_file(file, folder / "b.exr", options);
        const bool changes = *row.layers != 0;
        CHECK(compression_of(file, folder / "b.exr", options) == (changes ? "zip" : row.compression));
        const auto is_warning = [&](const Message& one) {
            return is_message(one, messages::ids_lossless, {row.layers, row.compression});
        };
        CHECK(std::ranges::any_of(said, is_warning) == changes);
        CHECK(ids_of(files::load(folder / "b.exr")) == ids_of(file));
    }
}

TEST_CASE("IDs that the input's compression has changed are warned of, and not changed again") {
    const struct {
        const char* compression;
        char number;
        ExrType type;
        const char* layers; ///< that it has changed
        const char* output; ///< compression
    } rows[] = {
        {"dwaa", 8, ExrType::single, "ID, Named00", "zip"},
        // Whole numbers below 65536 fit. The samples of this file were not rounded by its compression.
        {"pxr24", 5, ExrType::single, "Named00", "zip"},
        {"b44", 6, ExrType::half, "ID, Named00", "zip"},
        {"b44", 6, ExrType::single, "", "b44"}};
    const files::Folder folder;
    for (const auto& row : rows) {
        CAPTURE(std::string(row.compression));
        std::string bytes = files::exr({with_ids(row.type, {5, 1})});
        const std::string word("compression\0compression\0\1\0\0\0", 28);
        bytes[bytes.find(word) + word.size()] = row.number; // a chunk that does not become shorter is stored
        files::write_all(folder / "a.exr", bytes);
        const ImageFile file = files::load(folder / "a.exr");
        WriteOptions options;
        options.overwrite = true;
        const Messages said = write_image_file(file, folder / "b.exr", options);
        const ImageFile written = files::load(folder / "b.exr");
        CHECK(written.parts.front().pass_through->spec.get_string_attribute("compression") == row.output);
        const auto is_warning = [&](const Message& one) {
            return is_message(one, messages::ids_damaged, {row.layers, row.compression});
        };
        CHECK(std::ranges::any_of(said, is_warning) == (*row.layers != 0));
        CHECK(std::ranges::none_of(said, [](const Message& one) { return one.id == "W_IDS_LOSSLESS"; }));
    }
}

TEST_CASE("Blender's frames: roles, samples and the image") {
    const Decoder decoder(std::filesystem::path(source_dir()) / "data/samples/room/room.0004.exr");
    const Aovs& aovs = decoder.aovs();
    CHECK(aovs.table == "cycles");
    REQUIRE(decoder.colour_parts().size() == 1);
    using enum AovRole;
    const struct {
        AovRole role;
        const char* layer;
        std::size_t channels;
    } rows[] = {{beauty, "ViewLayer.Combined", 4}, {albedo, "ViewLayer.Denoising Albedo", 3},
                {normal, "ViewLayer.Normal", 3},   {depth, "ViewLayer.Depth", 1},
                {motion, "ViewLayer.Vector", 2},   {motion_next, "ViewLayer.Vector", 2}};
    for (const auto& row : rows) {
        const FoundAov* found = aovs.find(row.role, "ViewLayer");
        REQUIRE(found);
        CHECK(aovs.layers[found->layer].name == row.layer);
        CHECK(found->channels.size() == row.channels);
    }
    CHECK(aovs.find(samples, "ViewLayer")->value == "2");
}
