// Compares `atrous denoise` with the noisy input on rendered frames, if installed, by `atrous compare`.
#include "base/json.h"
#include "cli/tables.h"
#include "denoise/shot.h"
#include <cstdio>

using namespace denoise_test;

namespace {

/// PSNR of frame 5 of ../shared/data/room with 2 samples per pixel, after `atrous denoise OPTIONS`.
double psnr_of(const fs::path& room, const std::string& options) {
    const Folder folder;
    denoise_well(folder, options + " -o out/room.####.exr");
    const std::string pair = "out/room.0005.exr " + (room / "reference/room.0005.exr").string();
    const Ran ran = called(run_compare, folder, "--json " + pair);
    CAPTURE(ran.err);
    REQUIRE(ran.code == 0);
    return parse_json(ran.out, "compare").find("overall")->find("psnr")->number(0);
}

} // namespace

TEST_CASE(
    "room, 2 samples, frame 5: from 24 dB to 32.8 as a separate frame, to 37.7 in its window, to 33.3 with a history") {
    const fs::path room = fs::path(source_dir()) / "../shared/data/room";
    if (!fs::exists(room / "2spp"))
        return void(std::puts("[SKIP] denoise on room: it is not beside the repository"));
    if (!has_device()) return;
    const std::string frames = (room / "2spp/room.####.exr").string();
    CHECK(psnr_of(room, "--temporal none --frames 5 " + frames) >= 32.8);
    CHECK(psnr_of(room, "--frames 3-7 --chunk 2/5 " + frames) >= 37.7);
    CHECK(psnr_of(room, "--temporal recursive --frames 1-5 --chunk 4/5 " + frames) >= 33.3);
}
