// Macros and parameters of kernels/pixel/pixel.cl.
#include "filters/pixel/passes.h"
#include "base/error.h"
#include "filters/pixel/messages.h"
#include "pixel/params.h"
#include "pixel/tone.h"
#include <span>

namespace atrous {

using namespace kernels;

namespace {

// Macros by PixelType.
const std::vector<std::string> sample_defines[] = {
    {"SAMPLE=uchar", "SCALE=255.0f", "ENCODE=convert_uchar_sat_rte"},
    {"SAMPLE=ushort", "SCALE=65535.0f", "ENCODE=convert_ushort_sat_rte"},
    {"SAMPLE=half", "SAMPLE_HALF"},
    {"SAMPLE=float", "SAMPLE_FLOAT"},
};
// Names of the curves by Transfer, none for a profile that the host applies.
constexpr const char* transfer_names[] = {"srgb", "linear", "formula", "table", nullptr, "pq", "hlg"};

const char* transfer_name(const Pixels& pixels, bool light) {
    if (!light) return "linear";
    if (const char* name = transfer_names[int(pixels.transfer)]) return name;
    throw internal_error(messages::profile_host, pixels.profile->name);
}

// Returns the end of the deepest shadows: sample 18 of 255 in sRGB, as the file's sample of that light. A screen in daylight
// shows black below 12. The distance is room for the rounding of a JPEG, so that luma that stops at the end does not fall below
// 12. (Tables are treated like sRGB's curve.)
float deep_luma(const Pixels& pixels) {
    constexpr float sample = 18.0f / 255, light = 0.00604f;
    if (pixels.transfer == Transfer::linear) return light;
    if (pixels.transfer == Transfer::pq) return pq_encode(light);
    if (pixels.transfer == Transfer::hlg) {
        float grey = light;
        constexpr float luma = 1;
        hlg_to_scene(&grey, 1, &luma);
        return hlg_encode(grey);
    }
    return pixels.transfer == Transfer::formula ? tone_formula(light, pixels.profile->params.encode[1])
                                                : sample;
}

bool fetches_columns(const AtrousContext& frame, const PixelSettings& settings) {
    return frame.columns_stay && !settings.delta_home;
}

// Work-groups whose work-items take pixels that are neighbours if columns are fetched
// (kernels/pixel/pixel.cl): from the level on at which such pixels are a warp apart.
constexpr std::size_t spread_group = 256;
int spread_of(const AtrousContext& frame, const PixelSettings& settings) {
    const bool spreads = fetches_columns(frame, settings) && !frame.device.is_cpu && frame.levels > 5 &&
                         frame.device.largest_group >= spread_group;
    return spreads ? 1 << (frame.levels - 1) : 0;
}

void set_spread_grid(int spread, KernelLaunch& launch) {
    const std::size_t block = 8 * std::size_t(spread);
    launch.global[0] = (launch.global[0] + block - 1) / block * block;
    launch.local[0] = spread_group;
    launch.local[1] = 1;
}

KernelLaunch launch_of(const AtrousContext& frame, const Pixels& pixels, const PixelSettings& settings,
                       int spread) {
    const Space& space = settings.space;
    KernelLaunch launch{"pixel/pixel.cl", "", plane_defines(frame, frame.vector)};
    const auto macros = sample_macros(pixels, space.uses_light);
    launch.defines.insert(launch.defines.end(), macros.begin(), macros.end());
    const Profile* profile = pixels.profile.get();
    launch.defines.push_back(define("LUMA", luma_planes(pixels, space)));
    launch.defines.push_back(std::string("SPACE=space_") + space.name);
    if (profile && pixels.colours == 3 && space.uses_primaries && profile->own_primaries)
        launch.defines.push_back(define("MATRIX", 1));
    if (settings.shows_delta) launch.defines.emplace_back("SHOW_DELTA=1");
    if ((settings.guard > 0 || settings.guard_blacks > 0) && !is_float(pixels.type) && !settings.shows_delta)
        launch.defines.emplace_back("GUARD=1");
    launch.parameters =
        as_bytes(PixelParams{frame.planes, float(settings.amount), float(space.grey), float(settings.guard),
                             float(settings.guard_blacks), deep_luma(pixels),
                             settings.groups_apart ? 0 : luma_planes(pixels, space),
                             fetches_columns(frame, settings) ? frame.last_columns() : -1, spread,
                             profile ? profile->params : ProfileParams{}});
    set_grid(frame, launch);
    if (spread > 0) set_spread_grid(spread, launch);
    return launch;
}

Pass pass_of(Stage stage, const KernelLaunch& launch, const char* kernel) {
    Pass pass{.stage = stage, .operation = launch};
    std::get<KernelLaunch>(pass.operation).kernel = kernel;
    return pass;
}

} // namespace

std::vector<std::string> sample_macros(const Pixels& pixels, bool light) {
    std::vector<std::string> macros = sample_defines[int(pixels.type)];
    macros.push_back(define("COLOURS", pixels.colours));
    macros.push_back(define("ALPHA", int(pixels.alpha)));
    macros.push_back(std::string("TRANSFER=") + transfer_name(pixels, light));
    if (light && pixels.transfer == Transfer::hlg) macros.push_back(define("SYSTEM_GAMMA", 1));
    return macros;
}

int add_tone_curves(Plan& plan, const Pixels& pixels, bool light, int any) {
    if (!light || pixels.transfer != Transfer::table) return any;
    const auto bytes = std::as_bytes(std::span(pixels.profile->tables));
    return plan.add_constants("tone curves", {bytes.begin(), bytes.end()});
}

int plane_count(const Pixels& pixels, const Space& space) {
    return pixels.colours == 1 ? 1 : space.luma + space.chroma;
}
int luma_planes(const Pixels& pixels, const Space& space) { return pixels.colours == 1 ? 1 : space.luma; }

PixelPasses pixel_passes(Plan& plan, const AtrousContext& frame, const Pixels& pixels,
                         const PixelSettings& settings) {
    const int image = plan.add(Buffer::Kind::samples, "image", pixels.byte_count());
    const int inner =
        plan.add_constants("inner", as_bytes(PixelRect{0, 0, frame.size.width, frame.size.height}));
    plan.inputs.push_back({"image", image});
    plan.inputs.push_back({"inner", inner});
    return {.enter = launch_of(frame, pixels, settings, 0),
            .leave = launch_of(frame, pixels, settings, spread_of(frame, settings)),
            .file_bytes = pixels.byte_count(),
            .planes = frame.moves(plane_count(pixels, settings.space), 0),
            .image = image,
            .inner = inner,
            .replaced = plan.add(Buffer::Kind::counters, "replaced", sizeof(std::uint32_t)),
            .tables = add_tone_curves(plan, pixels, settings.space.uses_light, image),
            .overwrites = !is_float(pixels.type)};
}

void add_enter(Plan& plan, const PixelPasses& passes, const GroupStacks& planes) {
    Pass pass = pass_of(Stage::enter, passes.enter, "pixel_enter");
    pass.reads = {passes.image, passes.tables, passes.inner};
    pass.writes = {planes.luma, planes.chroma, passes.replaced};
    pass.moves = passes.planes;
    std::swap(pass.moves.planes_read, pass.moves.planes_written);
    pass.moves.file_bytes = passes.file_bytes;
    plan.passes.push_back(std::move(pass));
}

void add_leave(Plan& plan, const PixelPasses& passes, const GroupStacks& delta, int layout) {
    const int result = plan.add(Buffer::Kind::samples, "result", passes.file_bytes);
    if (passes.overwrites) plan.buffers[std::size_t(result)].may_be = passes.image;
    Pass pass = pass_of(Stage::leave, passes.leave, "pixel_leave");
    pass.reads = {passes.image, delta.luma, delta.chroma, passes.tables,
                  layout < 0 ? passes.image : layout}; // not read otherwise
    pass.writes = {result};
    pass.moves = passes.planes;
    pass.moves.file_bytes = 2 * passes.file_bytes; // the image again, and the result
    plan.passes.push_back(std::move(pass));
    plan.outputs.push_back({"image", result});
    plan.outputs.push_back({"replaced", passes.replaced});
}

} // namespace atrous
