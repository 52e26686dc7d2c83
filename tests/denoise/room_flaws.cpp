// Tests part of a rendered room (data/samples/room, 2 samples per pixel, room-truth.exr: frame 5 with 512) with one flaw
// at a time: results are finite, a warning names the flaw, and neighbours never make a frame worse than one frame.
#include "base/json.h"
#include "cli/tables.h"
#include "commands/denoise/messages.h"
#include "denoise/shot.h"
#include "engine/messages.h"
#include "support/files/io_files.h"
#include "support/messages.h"
#include "support/paths.h"
#include <cmath>
#include <limits>

using namespace denoise_test;

namespace {

struct RoomFlaw {
    const char* what;
    const char* layer; ///< that is spoilt
    float (*spoil)(char component, float sample);
    const MessageRow* said; ///< by denoise. Null: nothing
    const char* options = "";
};
float negated(char, float v) { return -v; }
const RoomFlaw room_flaws[] = {
    {"none", "Vector", [](char, float v) { return v; }, nullptr},
    {"vectors of zeros", "Vector", [](char, float) { return 0.0F; }, &messages::motion_zero},
    {"vectors whose rows run the other way", "Vector",
     [](char component, float v) { return component == 'Y' || component == 'W' ? -v : v; },
     nullptr}, // too little motion for so much noise
    {"vectors that lead the wrong way", "Vector", negated, &messages::vectors_misread},
    {"vectors in one direction, the wrong one", "Vector", negated, &messages::vectors_misread,
     "--role motion-next=none"},
    {"normals encoded as 0 to 1", "Normal", [](char, float v) { return .5F + .5F * v; },
     &messages::normals_are_encoded},
    {"normals of zeros", "Normal", [](char, float) { return 0.0F; }, &messages::guide_directionless},
    {"a beauty with NaN", "Combined",
     [](char component, float v) {
         return component == 'G' && v > 2 ? std::numeric_limits<float>::quiet_NaN() : v;
     },
     &messages::light_replaced},
    {"a depth of 1e30", "Depth", [](char, float) { return 1e30F; }, &messages::guide_all_sky},
    {"an albedo with noise", "Denoising Albedo",
     [](char, float v) {
         static std::uint32_t pixel = 0;
         return std::max(v + .3F * (float(files::noise(++pixel) & 0xffff) / 65535 - .5F), 0.0F);
     },
     &messages::albedo_noisy, "--prefilter off"},
    {"an albedo with NaN", "Denoising Albedo",
     [](char component, float v) {
         return component == 'G' && v > .95F ? std::numeric_limits<float>::quiet_NaN() : v;
     },
     &messages::guide_not_finite},
    {"an albedo of zeros", "Denoising Albedo", [](char, float) { return 0.0F; }, &messages::guide_flat},
};

/// The three frames in "in/", with the flaw.
struct Room : Folder {
    explicit Room(const RoomFlaw& flaw) {
        fs::create_directories(path / "in");
        for (const char* name : {"room.0004.exr", "room.0005.exr", "room.0006.exr"}) {
            Decoder decoder(fs::path(source_dir()) / "data/samples/room" / name);
            const auto names = decoder.channels(0);
            ImageFile file = decoder.read();
            spoil(file.parts.front(), names, flaw);
            write_image_file(file, path / "in" / name, {});
        }
    }

    static void spoil(Part& part, const std::vector<std::string>& names, const RoomFlaw& flaw) {
        std::vector<float> picture;
        for (std::size_t i = 0; i < names.size(); ++i) {
            const std::string prefix = std::string("ViewLayer.") + flaw.layer + ".";
            if (names[i].find(prefix) != 0) continue;
            std::vector<float> plane = channel_planes(part, {int(i)});
            for (float& v : plane) v = flaw.spoil(names[i].back(), v);
            if (prefix != "ViewLayer.Combined.")
                put_channel_planes(part, {int(i)}, plane);
            else if (names[i].back() != 'A')
                picture.insert(picture.end(), plane.begin(), plane.end());
        }
        if (!picture.empty()) put_colour_planes(part.pixels, picture);
    }

    /// PSNR of frame 5. Checks the warning.
    double psnr(const std::string& options, const MessageRow* said) const {
        const Ran ran =
            denoise(*this, "--existing replace " + options + " in/room.####.exr -o out/room.####.exr");
        CAPTURE(ran.err);
        REQUIRE(ran.code == 0);
        CHECK(ran.says("warning") == bool(said));
        CHECK((!said || prints(ran, line(*said))));
        const std::string truth = (fs::path(source_dir()) / "tests/denoise/room-truth.exr").string();
        const Ran compared = called(run_compare, *this, "--json out/room.0005.exr " + truth);
        REQUIRE(compared.code == 0);
        CHECK_FALSE(compared.says("NaN"));
        return parse_json(compared.out, "compare").find("overall")->find("psnr")->number(0);
    }
};

} // namespace

TEST_CASE(
    "room with each flaw: finite, with a warning, and in its window never 0.1 dB below the separate frame") {
    if (!has_device()) return;
    for (const RoomFlaw& flaw : room_flaws) {
        CAPTURE(std::string(flaw.what));
        const Room room(flaw);
        const bool of_vectors = flaw.layer == std::string("Vector");
        const double alone =
            room.psnr(std::string("--temporal none --frames 5 ") + (of_vectors ? "" : flaw.options),
                      of_vectors ? nullptr : flaw.said);
        const double window =
            room.psnr(std::string("--temporal window:1 --frames 4-6 --chunk 1/3 ") + flaw.options, flaw.said);
        MESSAGE(std::string(flaw.what) << ": by itself " << alone << " dB, in its window " << window);
        CHECK(window >= alone - 0.1);
        CHECK(alone >= 26);
    }
}
