// Tests the compression and the channels of outputs.
#include "base/text.h"
#include "batch/messages.h"
#include "batch/pipeline/messages.h"
#include "commands/denoise/messages.h"
#include "denoise/shot.h"
#include "formats/dispatch/capabilities.h"
#include "formats/exr/exr_header.h"
#include "supervisor/messages.h"
#include "support/messages.h"

using namespace denoise_test;

namespace {

const Look little{{24, 18}};
/// Without Cryptomatte and IDs, which are written with zip if a compression would change it.
const Look no_ids{.size = {24, 18}, .without = {"CryptoObject00", "IndexOB"}};

std::vector<float> beauty_of(const fs::path& path) {
    const ImageFile file = Decoder(path).read();
    return channel_planes(file.parts.front(), {0, 1, 2, 3});
}

/// Names of the channels of all parts.
std::string names_in(const Folder& folder, const std::string& name) {
    std::vector<std::string> names;
    for (const ExrPartBytes& part : parts_of(folder, name))
        for (const auto& [channel, bytes] : part.channels) names.push_back(channel);
    return joined(names, " ");
}

} // namespace

TEST_CASE(
    "--compression: every name and its levels; compression with loss gives one warning, compression without loss keeps all samples") {
    if (!has_device()) return;
    const Shot shot(2, no_ids);
    denoise_well(shot, "--strength 0 in/ -o default/");
    const auto expected = beauty_of(shot.path / "default/s.0002.exr");
    CHECK(exr_headers(shot.path / "default/s.0002.exr").front().compression == "none"); // the input's
    for (const std::string name : {"none", "rle", "zip", "zips", "piz", "pxr24", "b44", "b44a", "dwaa",
                                   "dwab", "zip:9", "zips:1", "dwaa:10", "dwab:200"}) {
        CAPTURE(name);
        const Ran ran =
            denoise(shot, "--strength 0 --existing replace --compression " + name + " in/ -o out/");
        CHECK(ran.code == 0);
        const ExrPartHeader header = exr_headers(shot.path / "out/s.0002.exr").front();
        CHECK(header.compression == name.substr(0, name.find(':')));
        CHECK(header.types.contains("dwaCompressionLevel") == name.starts_with("dw"));
        const bool loses = loses_as_exr(name);
        CHECK(count_messages(ran.err, messages::lossy_exr, name) == (loses ? 1 : 0));
        if (!loses) CHECK(beauty_of(shot.path / "out/s.0002.exr") == expected);
    }
    denoise_well(shot, "--strength 0 --existing replace --compression dwab:87 -q in/s.0001.exr -o a.exr");
    denoise_well(shot, "--strength 0 --existing replace --compression dwab:300 -q in/s.0001.exr -o b.exr");
    CHECK(fs::file_size(shot.path / "b.exr") < fs::file_size(shot.path / "a.exr"));
}

TEST_CASE("a compression or a level that OpenEXR lacks is refused, with the list of its values") {
    const Shot shot(1, little);
    expect(denoise(shot, "--compression=jpeg in/ -o out/"), 2, {line(messages::compression_unknown, "jpeg")});
    for (const char* value : {"jpg", "zip:0", "zip:10", "zip:", "zip:x", "piz:3", "dwaa:0", "dwaa:4.5"}) {
        CAPTURE(value);
        check(denoise(shot, std::string("--compression=") + value + " in/ -o out/"), 2,
              {"--compression", value, "none, rle, zip[:1-9]"});
    }
    CHECK_FALSE(shot.has("out"));
}

TEST_CASE("--compression without an OpenEXR output gives a warning") {
    if (!has_device()) return;
    const Shot shot(1, little);
    expect(denoise(shot, "-n --compression piz in/s.0001.exr -o b.tif"), 0,
           {line(messages::compression_unused, "OpenEXR")});
    const Folder photos;
    photos.image("a.png");
    CHECK(prints(photos.run("enhance -n --compression piz a.png -o b.png"),
                 line(messages::compression_unused)));
    CHECK(photos.run("enhance -n --compression jpeg a.png -o b.exr").code == 2);
    CHECK_FALSE(photos.run("enhance -n --compression piz a.png -o b.exr").says("--compression"));
}

TEST_CASE("--only-filtered: image and lights as without it, and nothing else; in one part and in several") {
    if (!has_device()) return;
    for (const bool several : {false, true})
        for (const int alpha : {int(several)}) {
            CAPTURE(several);
            CAPTURE(alpha);
            Look look = little;
            look.several = several;
            look.alpha = alpha;
            const Shot shot(1, look);
            const std::string how = "--light *.Combined_fill,*.Combined_key,*.Emit in/s.0001.exr -o ";
            denoise_well(shot, how + "all.exr");
            denoise_well(shot, "--only-filtered " + how + "few.exr");
            std::string expected;
            for (const std::string layer : {"Combined", "Combined_fill", "Combined_key", "Emit"})
                for (const char component : std::string(alpha && layer == "Combined" ? "ABGR" : "BGR"))
                    expected += (expected.empty() ? "" : " ") + (several ? "" : "ViewLayer." + layer + ".") +
                                component;
            CHECK(names_in(shot, "few.exr") == expected);
            const auto all = parts_of(shot, "all.exr");
            for (const ExrPartBytes& part : parts_of(shot, "few.exr")) {
                const auto whole = std::ranges::find_if(all, [&](const ExrPartBytes& other) {
                    return !several || other.attributes.at("name") == part.attributes.at("name");
                });
                REQUIRE(whole != all.end());
                for (const auto& [name, channel] : part.channels)
                    CHECK((channel == whole->channels.at(name)));
            }
            CHECK(parts_of(shot, "few.exr").front().attributes.at("studio:take") == "string:seven");
        }
}

TEST_CASE("a file without an image is copied whole, with --only-filtered as well, and a warning") {
    if (!has_device()) return;
    const Folder folder;
    files::ExrPart part{"", {{"crypto00.A"}, {"crypto00.B"}, {"crypto00.G"}, {"crypto00.R"}}};
    part.attributes = {{"cryptomatte/1/name", "string", "crypto"}};
    spill(folder.path / "a.exr", files::exr({part}));
    for (const std::string options : {"--temporal none ", "--only-filtered --existing replace "}) {
        expect(denoise(folder, options + "a.exr -o b.exr"), 0,
               {message(messages::copied_without_image, "a.exr")});
        CHECK(changed_channels(parts_of(folder, "a.exr"), parts_of(folder, "b.exr")).empty());
    }
}

TEST_CASE("roles that leave no image are refused") {
    const Shot shot(1, {{32, 24}});
    for (const std::string dry : {"", "-n "})
        expect(denoise(shot, dry + "--temporal none --role albedo=* in/ -o out/"), 1,
               {message(messages::roles_take_image)});
}
