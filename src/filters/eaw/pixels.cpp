// The passes between samples of a file and planes of a space: pixel_enter and pixel_leave.
#include "base/error.h"
#include "filters/eaw/builder.h"
#include <span>

namespace atrous {

using namespace kernels;

namespace {

// Macros of pixel/pixel.cl by PixelType.
const std::vector<std::string> sample_defines[] = {
    {"SAMPLE=uchar", "SCALE=255.0f", "ENCODE=convert_uchar_sat_rte"},
    {"SAMPLE=ushort", "SCALE=65535.0f", "ENCODE=convert_ushort_sat_rte"},
    {"SAMPLE=half", "SAMPLE_HALF"},
    {"SAMPLE=float", "SAMPLE_FLOAT"},
};
// Names of the curves there by Transfer; none for a profile that the host applies.
constexpr const char* transfer_names[] = {"srgb", "linear", "formula", "table", nullptr};

const char* transfer_name(const EawBuilder& b) {
    if (!b.settings.space.uses_light) return "linear";
    if (const char* name = transfer_names[int(b.pixels.transfer)]) return name;
    throw Error(Exit::internal,
                "profile " + b.pixels.profile->name +
                    " is applied by the host: its pixels must come as light (io/colour/host_profile.h)");
}

bool uses_tables(const EawBuilder& b) {
    return b.settings.space.uses_light && b.pixels.transfer == Transfer::table;
}

// The buffer of the profile's tables, one for all passes; where there are none, any buffer, since kernels do not read it.
int tables_of(EawBuilder& b) {
    if (!uses_tables(b)) return b.image;
    if (b.tone_curves < 0) {
        const auto bytes = std::as_bytes(std::span(b.pixels.profile->tables));
        b.tone_curves = b.plan.add_constants("tone curves", {bytes.begin(), bytes.end()});
    }
    return b.tone_curves;
}

KernelLaunch pixel_launch(const EawBuilder& b, const char* kernel) {
    KernelLaunch launch{"pixel/pixel.cl", kernel, plane_defines(b, b.vector)};
    const auto& sample = sample_defines[int(b.pixels.type)];
    launch.defines.insert(launch.defines.end(), sample.begin(), sample.end());
    const Profile* profile = b.pixels.profile.get();
    const bool matrix =
        profile && b.pixels.colours == 3 && b.settings.space.uses_primaries && profile->own_primaries;
    launch.defines.push_back(define("COLOURS", b.pixels.colours));
    launch.defines.push_back(define("ALPHA", int(b.pixels.alpha)));
    launch.defines.push_back(std::string("SPACE=space_") + b.settings.space.name);
    launch.defines.push_back(std::string("TRANSFER=") + transfer_name(b));
    if (matrix) launch.defines.push_back(define("MATRIX", 1));
    if (b.settings.shows_delta) launch.defines.emplace_back("SHOW_DELTA=1");
    launch.parameters =
        as_bytes(PixelParams{b.planes, b.inner_pixels(), float(b.settings.amount),
                             float(b.settings.space.grey), profile ? profile->params : ProfileParams{}});
    set_grid(b, launch);
    return launch;
}

} // namespace

void add_enter(EawBuilder& b, int coarse) {
    Pass pass{.stage = Stage::enter,
              .operation = pixel_launch(b, "pixel_enter"),
              .reads = {b.image, tables_of(b)},
              .writes = {coarse, b.counters},
              .moves = b.moves(0, b.plane_count())};
    pass.moves.file_bytes = b.pixels.byte_count();
    b.plan.passes.push_back(std::move(pass));
}

void add_leave(EawBuilder& b, int change, int result) {
    Pass pass{.stage = Stage::leave,
              .operation = pixel_launch(b, "pixel_leave"),
              .reads = {b.image, change, tables_of(b)},
              .writes = {result},
              .moves = b.moves(b.plane_count(), 0)};
    pass.moves.file_bytes = 2 * b.pixels.byte_count();
    b.plan.passes.push_back(std::move(pass));
}

} // namespace atrous
