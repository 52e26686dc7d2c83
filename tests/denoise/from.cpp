// --from: roles from files of their own.
#include "batch/plan/messages.h"
#include "denoise/shot.h"
#include "support/messages.h"
#include <cmath>
#include <cstring>

using namespace denoise_test;

namespace {

const Look little{{24, 18}};

/// A shot of two frames with everything in "in/", and the same without some layers in "bare/".
struct Parted : Shot {
    explicit Parted(std::set<std::string> without) : Shot(2, little) {
        Look bare = little;
        bare.without = std::move(without);
        for (int n = 1; n <= 2; ++n) spill(path / "bare" / name_of(n), frame_exr(n, bare));
    }

    /// A file of one layer with the samples that "in/" has: `names` are its channels, "R" of "Denoising Albedo.R".
    void write_layer(int frame, const std::string& name, const std::vector<std::string>& channels,
                     const std::string& prefix, Size size = little.size) const {
        const auto part = parts_of(*this, "in/" + name_of(frame)).front();
        files::ExrPart own{"", {}};
        own.width = own.display_width = size.width;
        own.height = own.display_height = size.height;
        for (const std::string& channel : channels)
            own.channels.push_back({channel, part.channels.at(prefix + channel).type == 1
                                                 ? files::ExrType::half
                                                 : files::ExrType::single});
        own.sample = [=](const std::string& channel, int x, int y) {
            const ExrChannelBytes& bytes = part.channels.at(prefix + channel);
            const auto at = std::size_t(y * little.size.width + x);
            if (bytes.type == 1) return half_at(bytes.bytes, at);
            float value;
            std::memcpy(&value, bytes.bytes.data() + 4 * at, 4);
            return value;
        };
        spill(path / name, files::exr({own}));
    }

    static float half_at(const std::string& bytes, std::size_t at) {
        std::uint16_t bits;
        std::memcpy(&bits, bytes.data() + 2 * at, 2);
        const int exponent = bits >> 10 & 31;
        const float fraction = float(bits & 1023) / 1024;
        const float size =
            exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15);
        return bits >> 15 ? -size : size;
    }
};

std::vector<float> result(const Folder& folder, const std::string& name) {
    return planes_of(parts_of(folder, name), "Combined");
}

} // namespace

TEST_CASE("roles from separate files give the same result as the same layers in one file") {
    if (!has_device()) return;
    const Parted shot({"Denoising Albedo", "Depth", "Vector"});
    for (int n = 1; n <= 2; ++n) {
        const std::string number = std::to_string(n);
        shot.write_layer(n, "alb.000" + number + ".exr", {"B", "G", "R"}, "ViewLayer.Denoising Albedo.");
        shot.write_layer(n, "z/far" + number + ".exr", {"Z"}, "ViewLayer.Depth.");
        shot.write_layer(
            n, "move.000" + number + ".exr",
            {"ViewLayer.Vector.W", "ViewLayer.Vector.X", "ViewLayer.Vector.Y", "ViewLayer.Vector.Z"}, "");
    }
    denoise_well(shot, "in/ -o whole/");
    const Ran well = denoise(
        shot, "--log l.jsonl --from albedo=alb.####.exr --from depth=z/far@.exr --from "
              "motion=move.{frame}.exr --role motion=ViewLayer.Vector.XY --from motion-next=move.####.exr "
              "--role motion-next=ViewLayer.Vector.ZW bare/ -o own/");
    check(well, 0, {"albedo: RGB of alb.####.exr", "depth: Z of z/far@.exr"});
    CHECK_FALSE(well.says("0001.exr"));
    CHECK(slurp(shot.path / "l.jsonl").find(R"("from":["albedo=alb.####.exr","depth=z/far@.exr",)") !=
          std::string::npos);
    for (int n = 1; n <= 2; ++n)
        CHECK(result(shot, "own/" + name_of(n)) == result(shot, "whole/" + name_of(n)));
    const auto attributes = parts_of(shot, "own/" + name_of(1)).front().attributes;
    CHECK(
        attributes.at("atrous:settings") ==
        "string:--from albedo=alb.0001.exr --from depth=far1.exr --from motion=move.0001.exr --from "
        "motion-next=move.0001.exr --role motion=ViewLayer.Vector.XY --role motion-next=ViewLayer.Vector.ZW");
}

TEST_CASE("a file without a place for the frame holds for all frames") {
    if (!has_device()) return;
    const Parted shot({"Denoising Albedo"});
    shot.write_layer(1, "alb.exr", {"B", "G", "R"}, "ViewLayer.Denoising Albedo.");
    check(denoise(shot, "--temporal none --from albedo=alb.exr bare/ -o own/"), 0, {});
    denoise_well(shot, "--temporal none in/s.0001.exr -o b.exr");
    CHECK(result(shot, "own/s.0001.exr") == result(shot, "b.exr"));
}

TEST_CASE("--layer chooses the image, and not the layer of a role's own file") {
    if (!has_device()) return;
    const Parted shot({"Denoising Albedo"});
    shot.write_layer(1, "alb.exr", {"B", "G", "R"}, "ViewLayer.Denoising Albedo.");
    const std::string still = "--temporal none --from albedo=alb.exr bare/s.0001.exr -o ";
    check(denoise(shot, still + "a.exr"), 0, {});
    check(denoise(shot, still + "b.exr --layer ViewLayer.Combined"), 0, {});
    CHECK(result(shot, "a.exr") == result(shot, "b.exr"));
}

TEST_CASE("of a file with several layers the table's counts, or the one that the role's option names") {
    if (!has_device()) return;
    const Parted shot({"Denoising Albedo"});
    denoise_well(shot, "in/ -o whole/");
    check(denoise(shot, "--from albedo=in/s.####.exr bare/ -o own/"), 0,
          {"albedo: ViewLayer.Denoising Albedo of in/"});
    CHECK(result(shot, "own/s.0002.exr") == result(shot, "whole/s.0002.exr"));
    check(
        denoise(shot,
                "--existing replace --from albedo=in/s.####.exr --role albedo=*.Combined_fill bare/ -o own/"),
        0, {"albedo: ViewLayer.Combined_fill of in/"});
    CHECK(result(shot, "own/s.0002.exr") != result(shot, "whole/s.0002.exr"));
}

TEST_CASE(
    "sequences of a folder that are named like guides: a warning with --from for each, none without an image") {
    if (!has_device()) return;
    const Folder folder;
    for (int n = 1; n <= 2; ++n)
        for (const char* name : {"beauty.", "albedo.", "x_N."})
            spill(folder.path / "in" / (name + name_of(n).substr(2)), frame_exr(n, little));
    const std::string run = "--temporal none --strength 0 ";
    expect(denoise(folder, run + "in/ -o out/"), 0,
           {message(messages::guides_as_images, "in/beauty.####.exr",
                    " --from 'albedo=in/albedo.####.exr' --from 'normal=in/x_N.####.exr'")});
    CHECK_FALSE(prints(denoise(folder, run + "in/albedo.####.exr in/x_N.####.exr -o guides/"),
                       line(messages::guides_as_images)));
    CHECK_FALSE(
        prints(denoise(folder, run + "in/beauty.####.exr -o images/"), line(messages::guides_as_images)));
}

TEST_CASE("--from that is no role, is given twice, misses files, or is an output: refused before any work") {
    const Parted shot({"Denoising Albedo"});
    const auto refused = [&](const std::string& options, std::initializer_list<Message> parts) {
        CAPTURE(options);
        expect(denoise(shot, options), 2, parts);
        CHECK_FALSE(shot.has("out"));
    };
    refused("--from albino=a.exr bare/ -o out/",
            {"--from albino=a.exr", "ROLE=PATTERN", "albedo, normal, depth"});
    refused("--from albedo bare/ -o out/", {"--from albedo:", "ROLE=PATTERN"});
    refused("--from albedo= bare/ -o out/", {"--from albedo=:"});
    refused("--from beauty=a.exr bare/ -o out/", {"--from beauty=a.exr"});
    refused("--from albedo=a.exr --from albedo=b.exr bare/ -o out/", {"--from albedo=b.exr", "once"});
    refused("--from albedo=a.#.exr bare/ -o out/",
            {text_of(messages::from_missing, "--from albedo=a.#.exr", 2, 2, "a.0001.exr, a.0002.exr")});
    refused("--from albedo=bare/s.0002.exr --existing replace bare/s.0001.exr -o bare/s.0002.exr",
            {line(messages::from_replaced)});
    spill(shot.path / "still.exr", frame_exr(1, little));
    refused("--from albedo=a.####.exr still.exr -o out/b.exr", {line(messages::from_no_number, "still.exr")});
}

TEST_CASE("a file of a role that has another size, format or no such layer fails its frame, for -n as well") {
    if (!has_device()) return;
    Parted shot({"Denoising Albedo"});
    const auto fails = [&](const std::string& options, std::initializer_list<Message> parts) {
        for (const std::string way : {"", "-n "}) {
            CAPTURE(way + options);
            expect(denoise(shot, way + options + " bare/s.0001.exr -o b.exr"), 1, parts);
            CHECK_FALSE(shot.has("b.exr"));
        }
    };
    shot.write_layer(1, "small.exr", {"B", "G", "R"}, "ViewLayer.Denoising Albedo.", {20, 18});
    fails("--from albedo=small.exr", {"bare/s.0001.exr: ", "RGB of small.exr has 20x18", "the image 24x18"});
    shot.image("photo.png");
    fails("--from albedo=photo.png", {text_of(messages::from_not_exr, "photo.png")});
    fails("--from variance=in/s.0001.exr", {line(messages::from_no_role, "in/s.0001.exr", "variance")});
    fails("--from albedo=in/s.0001.exr --role albedo=Nowhere", {"in/s.0001.exr", "--role albedo=Nowhere"});
}
