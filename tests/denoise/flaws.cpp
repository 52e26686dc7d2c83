// Tests renders with one flaw at a time: results are finite and not worse than results of single frames, and
// `probe` names the option against the flaw.
#include "base/json.h"
#include "cli/tables.h"
#include "commands/denoise/messages.h"
#include "denoise/shot.h"
#include "engine/messages.h"
#include "support/messages.h"
#include <cmath>
#include <limits>

using namespace denoise_test;

namespace {

struct Flaw {
    const char* what;
    const char* layer; ///< that is spoilt
    float (*spoil)(char component, float sample);
    const char *warning, *option; ///< of probe
    const MessageRow* said;       ///< by denoise. Null: nothing
    double most = 1.0116; ///< error, relative to single frames without the flaw (0.1 dB). The input has 4.8
};
const Flaw flaws[] = {
    {"vectors of zeros", "Vector", [](char, float) { return 0.0F; }, "vectors-zero", "--temporal none",
     &messages::motion_zero},
    {"vectors whose rows run the other way", "Vector",
     [](char component, float v) { return component == 'Y' || component == 'W' ? -v : v; },
     "motion-convention", "--motion-stored 'y down'", nullptr},
    {"normals encoded as 0 to 1", "Normal", [](char, float v) { return .5F + .5F * v; }, "normals-encoded",
     "--role normal=NAME|none", &messages::normals_are_encoded},
    {"a beauty with NaN", "Combined",
     [](char component, float v) {
         return component == 'G' && v > 1 ? std::numeric_limits<float>::quiet_NaN() : v;
     },
     "not-finite-beauty", "", &messages::light_replaced},
    {"a depth of 1e30", "Depth", [](char, float) { return 1e30F; }, "constant-depth", "--role depth=none",
     &messages::guide_all_sky},
    {"an albedo of zeros", "Denoising Albedo", [](char, float) { return 0.0F; }, "constant-albedo",
     "--role albedo=none", &messages::guide_flat, 2.4}, // without its cause, the pattern looks like noise
};

/// The option in probe's warning of that kind. "none" if there is no such warning.
std::string option_of(const Folder& folder, const std::string& warning) {
    const Ran ran = called(run_probe, folder, "--json in/s.####.exr");
    REQUIRE(ran.code == 0);
    const Json json = parse_json(ran.out, "probe");
    for (const Json& one : *json.find("shots")->array()->front().find("warnings")->array())
        if (*one.find("what")->string() == warning)
            return one.find("option")->is_null() ? "" : *one.find("option")->string();
    return "none";
}

} // namespace

TEST_CASE(
    "each flaw: finite, hardly worse than single frames are without it, and told by probe with what mends it") {
    if (!has_device()) return;
    const auto error_of = [&](const Shot& shot, const std::string& how, const MessageRow* said) {
        const Ran ran = denoise(shot, "--existing replace " + how +
                                          " --frames 1-3 --chunk 1/3 in/s.####.exr -o o/s.####.exr");
        CAPTURE(ran.err);
        CHECK(ran.code == 0);
        CHECK((!said || prints(ran, line(*said))));
        const auto planes = planes_of(parts_of(shot, "o/s.0002.exr"), "Combined");
        for (const float sample : planes)
            if (!std::isfinite(sample)) FAIL_CHECK("a sample is not finite");
        return rms(planes, truth(2, Look{}.size));
    };
    const double alone = error_of(Shot(3), "--temporal none", nullptr);
    for (const Flaw& flaw : flaws) {
        CAPTURE(std::string(flaw.what));
        Look look;
        look.spoil = [&](const std::string& layer, char component, int, int, float sample) {
            return layer == flaw.layer ? flaw.spoil(component, sample) : sample;
        };
        const Shot shot(3, look);
        CHECK(option_of(shot, flaw.warning) == flaw.option);
        const double window = error_of(shot, "--temporal window:1", flaw.said);
        const double by_itself = error_of(shot, "--temporal none", nullptr);
        MESSAGE(std::string(flaw.what)
                << ": " << window / alone << " of frames without it, " << window / by_itself << " with it");
        CHECK(window < flaw.most * alone);
        CHECK(window < 1.0116 * by_itself);
    }
}
