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
    if (!b.rows.space.uses_light) return "linear";
    if (const char* name = transfer_names[int(b.pixels.transfer)]) return name;
    throw Error(Exit::internal,
                "profile " + b.pixels.profile->name +
                    " is applied by the host: its pixels must come as light (io/colour/host_profile.h)");
}

bool uses_tables(const EawBuilder& b) {
    return b.rows.space.uses_light && b.pixels.transfer == Transfer::table;
}

// The buffer of the profile's tables, one for all passes. Without tables any buffer will do: kernels read none.
int tables_of(EawBuilder& b) {
    if (!uses_tables(b)) return b.plan.source;
    if (b.tone_curves < 0) {
        const auto bytes = std::as_bytes(std::span(b.pixels.profile->tables));
        b.tone_curves = b.plan.add_constants("tone curves", {bytes.begin(), bytes.end()});
    }
    return b.tone_curves;
}

Pass pixel_pass(const EawBuilder& b, const char* kernel) {
    Pass pass{.file = "pixel/pixel.cl", .kernel = kernel, .defines = plane_defines(b, b.vector)};
    const auto& sample = sample_defines[int(b.pixels.type)];
    pass.defines.insert(pass.defines.end(), sample.begin(), sample.end());
    const Profile* profile = b.pixels.profile.get();
    const bool matrix =
        profile && b.pixels.colours == 3 && b.rows.space.uses_primaries && profile->own_primaries;
    pass.defines.push_back(define("COLOURS", b.pixels.colours));
    pass.defines.push_back(define("ALPHA", int(b.pixels.alpha)));
    pass.defines.push_back(std::string("SPACE=space_") + b.rows.space.name);
    pass.defines.push_back(std::string("TRANSFER=") + transfer_name(b));
    if (matrix) pass.defines.push_back(define("MATRIX", 1));
    if (b.settings.shows_change) pass.defines.emplace_back("SHOW_DELTA=1");
    pass.parameters =
        as_bytes(PixelParams{b.planes, b.inner_pixels(), float(b.settings.amount), float(b.rows.space.grey),
                             profile ? profile->params : ProfileParams{}});
    set_grid(b, pass);
    return pass;
}

} // namespace

void add_enter(EawBuilder& b, int coarse) {
    Pass pass = pixel_pass(b, "pixel_enter");
    pass.reads = {b.plan.source, tables_of(b)};
    pass.writes = {coarse, b.plan.counters};
    pass.bytes = b.pixels.byte_count() + b.plane_bytes(b.plane_count());
    b.plan.passes.push_back(std::move(pass));
}

void add_leave(EawBuilder& b, int change) {
    Pass pass = pixel_pass(b, "pixel_leave");
    pass.reads = {b.plan.source, change, tables_of(b)};
    pass.writes = {b.plan.result};
    pass.bytes = 2 * b.pixels.byte_count() + b.plane_bytes(b.plane_count());
    b.plan.passes.push_back(std::move(pass));
}

} // namespace atrous
