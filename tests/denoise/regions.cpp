// Tests windows that do not fit the device: regions give the bytes of the whole, and a message.
#include "commands/denoise/messages.h"
#include "denoise/shot.h"
#include "engine/denoise/svgf_frames.h"
#include "filters/svgf/plan.h"
#include "support/messages.h"

using namespace denoise_test;

TEST_CASE(
    "less device memory than a window needs: regions, with the bytes of the whole, in the output of -n and in the log") {
    if (!has_device()) return;
    const Shot shot(3, Look{{24, 480}});
    for (const std::string how :
         {"--temporal window:1", "--temporal window:1 --role motion=none", "--temporal none"}) {
        CAPTURE(how);
        const std::string less =
            how.ends_with("none") && how.find("motion") == std::string::npos ? "1500K" : "4M";
        const std::string options = "--existing replace --levels 3 " + how;
        check(denoise(shot, options + " in/ -o whole/"), 0, {});
        check(denoise(shot, options + " --log l.jsonl --max-memory ," + less + " in/ -o parts/"), 0, {});
        check_same_frames(shot, "whole", "parts", 1, 3);
        CHECK(slurp(shot.path / "l.jsonl").find("\"regions\":{\"count\":") != std::string::npos);
        const Ran dry = denoise(shot, "-n " + options + " --max-memory ," + less + " in/ -o parts/");
        CHECK(dry.code == 0);
        CHECK(dry.out.find("1x") != std::string::npos);
        CHECK(dry.out.find(" of 24x") != std::string::npos);
    }
}

TEST_CASE(
    "found vectors, and frames of one seed under flickering lights: regions have the bytes of the whole") {
    if (!has_device()) return;
    Look found{{24, 480}}, one_seed = found;
    found.without = {"Vector"};
    // Noise that depends only on the place.
    one_seed.spoil = [](const std::string& layer, char component, int x, int y, float v) {
        const bool light = layer == "Combined" && component != 'A';
        return light ? .2F + float(files::noise(std::uint32_t(x + 1000 * y)) & 0xffU) / 255 : v;
    };
    for (const auto& [look, said] :
         {std::pair{found, &messages::motion_missing}, {one_seed, &messages::one_seed_noise}}) {
        Shot shot(3, look);
        Look bright = look;
        if (look.spoil)
            bright.spoil = [&](const std::string& layer, char component, int x, int y, float v) {
                return (layer == "Combined" && component != 'A' ? 1.3F : 1) *
                       look.spoil(layer, component, x, y, v);
            };
        spill(shot.path / "in" / name_of(2), frame_exr(2, bright));
        const std::string options = "--existing replace --levels 3 --temporal window:1 ";
        expect(denoise(shot, options + "in/ -o whole/"), 0, {line(*said)});
        expect(denoise(shot, options + "--log l.jsonl --max-memory ,4M in/ -o parts/"), 0, {line(*said)});
        check_same_frames(shot, "whole", "parts", 1, 3);
        const std::string log = slurp(shot.path / "l.jsonl");
        CHECK(log.find("\"regions\":{\"count\":") != std::string::npos);
        if (look.spoil) CHECK(log.find("\"gains\":[") != std::string::npos);
        if (look.spoil) CHECK(log.find("\"same-noise\":") != std::string::npos);
    }
}

TEST_CASE(
    "a whole image needs memory for its window, halves that are not filtered yet, and the frame that is prepared last") {
    const DeviceTraits device{.largest_group = 1024, .local_memory = 1 << 16};
    const Size size{24, 480};
    int larger = 0; // preparing a frame takes more than filtering one
    for (const int reach : {0, 1, 2})
        for (const bool halves : {false, true})
            for (const Prefilter& guides : {prefilters().front(), prefilters().back()}) {
                CAPTURE(reach);
                CAPTURE(halves);
                CAPTURE(std::string(guides.name));
                SvgfSettings asked;
                asked.reach = reach;
                asked.halves = halves;
                asked.levels = 3;
                asked.prefilter = &guides;
                const SvgfResolved settings = resolve(asked, device);
                const SvgfRoles roles{};
                const int frames = 2 * reach + 1 + (halves ? 2 * (reach + 1) : 0);
                const std::uint64_t frame = svgf_frame_bytes(settings, size, roles, device);
                const std::uint64_t prepare = std::uint64_t(frames - 1) * frame +
                                              svgf_prepare_plan(settings, size, roles, device).bytes();
                const std::uint64_t filter =
                    std::uint64_t(frames - (2 * reach + 1)) * frame +
                    svgf_filter_plan(settings, size, roles, {reach, reach}, device).bytes();
                larger += prepare > filter;
                SvgfPlans plans(device);
                const auto regions = [&](std::uint64_t whole) {
                    MemoryLimits limits = MemoryLimits::of(0); // no region fits
                    limits.whole = limits.allowed_whole = whole;
                    return svgf_regions(plans, settings, size, roles, 0, limits).count();
                };
                CHECK(regions(std::max(prepare, filter)) == 1);
                CHECK_THROWS_AS(regions(std::max(prepare, filter) - 1), Error);
            }
    CHECK(larger > 2); // for windows as well
}

TEST_CASE("-n calls a frame without a number by its file's name, and one with a number by that") {
    if (!has_device()) return;
    const Shot shot(1, Look{{24, 18}}, 0);
    spill(shot.path / "in/still.exr", frame_exr(1, Look{{24, 18}}));
    const Ran dry = denoise(shot, "-n in/ -o out/");
    CAPTURE(dry.out);
    CHECK(dry.code == 0);
    CHECK(dry.out.find("  still.exr  ") != std::string::npos);
    CHECK(dry.out.find("  0: 0 to 1  ") != std::string::npos);
    CHECK(dry.out.find("  1: 0 to 1  ") != std::string::npos);
}
