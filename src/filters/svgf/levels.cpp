// Adds the passes from a source to the last level: tables, start, variance, levels. Hides the alternation of
// buffers.
#include "atrous/layout.h"
#include "atrous/tile_map.h"
#include "base/error.h"
#include "base/text.h"
#include "filters/atrous/frame.h"
#include "filters/svgf/builder.h"
#include "filters/svgf/messages.h"
#include <algorithm>
#include <numbers>

namespace atrous {

using namespace kernels;

namespace {

/// Buffers of a level.
struct LevelStacks {
    int signal_in, guide_in, tables, neighbours, signal_out, guide_out;
};

// Luma goes into the first plane of `spare`.
void add_start(SvgfBuilder& b, const SvgfSource& source, int signal, int guide, int spare) {
    const SvgfStart p{b.frame.planes, b.lights(), source.extra() + 3 * int(b.roles.emission)};
    b.plan.passes.push_back(
        {.stage = Stage::search,
         .operation = image_launch(b, "svgf/frame.cl", "svgf_start", as_bytes(p)),
         .reads = {source.frame, source.means},
         .writes = {signal, guide, spare},
         .moves = b.frame.moves(GATHERED_MEANS + 1 + b.lights(), b.linear() + GUIDE_PLANES + 1)});
}

void add_variance(SvgfBuilder& b, const SvgfSource& source, int luma, int guide, int signal) {
    const SvgfVariance p{b.frame.planes, b.linear(), source.variance_over(),
                         b.roles.variance ? b.variance() : 0};
    KernelLaunch launch = image_launch(b, "svgf/frame.cl", "svgf_variance", as_bytes(p));
    if (is_on_gpu(b.frame)) { // its work-items have two pixels, of which the first may lie above a region
        launch.global[1] = std::size_t(b.frame.size.height) / 2 + 1;
        launch.local[0] = SVGF_VARIANCE_X;
        launch.local[1] = SVGF_VARIANCE_Y;
    }
    b.plan.passes.push_back({.stage = Stage::search,
                             .operation = std::move(launch),
                             .reads = {source.frame, source.means, luma, guide, add_place(b)},
                             .writes = {signal},
                             .moves = b.frame.moves(1 + 8 + 2 * int(source.has_means()), 1)});
}

/// Planes of guides that a level reads.
int guides_of(const SvgfBuilder& b, int level) {
    if (b.settings.is_gaussian()) return GUIDE_LOG_Z;
    return b.settings.fit(level) == 1 ? GUIDE_PLANES : GUIDE_A;
}

/// Guides for the next levels, in another layout.
int moved_guides(const SvgfBuilder& b, int level) {
    const int last = b.settings.asked.levels - 1;
    if (level == last || !b.settings.how.schedule->permutes) return 0;
    return guides_of(b, last);
}

/// log2(e) / (2 sigma^2), which stays a number.
float falloff_of(double sigma) {
    return sigma > 0 ? float(std::min(std::numbers::log2e / (2 * sigma * sigma), 1e30)) : 1e30F;
}

SvgfSigmas sigmas_of(const SvgfResolved& settings, int level) {
    const SvgfSettings& s = settings.asked;
    if (!settings.is_gaussian()) return {float(settings.luma() * s.strength), float(s.sigma_depth), 0, 0};
    return {.luma = falloff_of(s.sigma_color * s.strength / (1 << level)),
            .depth = float(s.sigma_depth),
            .normal = float(std::numbers::log2e * s.sigma_normal),
            .albedo = falloff_of(2 * s.sigma_albedo)}; // the feature is twice the albedo
}

/// The weights of a pixel's taps, which a work-item of a GPU keeps in local memory for a model or lights.
bool keeps_weights(const SvgfBuilder& b, int level) {
    return is_on_gpu(b.frame) && (b.settings.fit(level) == 1 || b.lights() > 0);
}
constexpr std::size_t weights_bytes = 5 * 5 * sizeof(float);

/// The tile of a level: on GPUs by default rows of 32 pixels, a whole one per element, which no bank serves twice.
TileChoice tile_of(const SvgfBuilder& b, int level) {
    if (!is_on_gpu(b.frame)) return *b.frame.tile;
    Execution how = b.frame.how;
    if (how.group.width == 0) how.group = keeps_weights(b, level) ? Size{32, 4} : Size{32, 8};
    if (!how.map) how.map = &find_row(maps(), "rows", "map");
    if (!how.element) how.element = &find_row(elements(), "pixel", "element");
    const int fit = b.settings.fit(level), planes = tile_planes(b.settings, fit, fit == 0);
    return choose_tile(how, b.frame.radius, planes, b.frame.device);
}

/// Throws a usage error if the local memory of the device does not hold `bytes`, of a tile, and weights.
void check_local_memory(const SvgfBuilder& b, int level, const KernelLaunch& launch, std::size_t bytes) {
    const std::size_t lanes = launch.local[0] * launch.local[1];
    if (keeps_weights(b, level)) bytes += lanes * weights_bytes;
    if (bytes > b.frame.device.local_memory)
        throw usage_error(messages::level_memory, execution_option(&Execution::group), lanes,
                          format_bytes(bytes), format_bytes(b.frame.device.local_memory));
}

/// The form of a level: its work-group and macros.
void set_form(const SvgfBuilder& b, int level, bool mirrors, KernelLaunch& launch) {
    AtrousContext frame = b.frame;
    std::size_t bytes = 0;
    if (frame.tiles(level)) {
        frame.tile.emplace(tile_of(b, level));
        bytes = frame.tile->bytes;
        set_tile(frame, level, launch);
        // The two pixels of a work-item share taps.
        const Size group = frame.tile->group;
        if (is_on_gpu(frame) && !keeps_weights(b, level) && !mirrors && group.height % 2 == 0 &&
            frame.tile->map.map.order == TILE_ORDER_ROWS) {
            launch.defines.emplace_back("PIXELS=2");
            launch.local[1] /= 2;
            launch.global[1] = (launch.global[1] + std::size_t(group.height) - 1) /
                               std::size_t(group.height) * launch.local[1];
        }
    }
    if (keeps_weights(b, level))
        launch.defines.push_back(define("LANES", int(launch.local[0] * launch.local[1])));
    if (is_on_gpu(frame)) check_local_memory(b, level, launch, bytes);
}

KernelLaunch level_launch(const SvgfBuilder& b, int level) {
    const bool tile = b.frame.tiles(level);
    const SvgfLevel p{b.frame.planes,
                      b.frame.x,
                      b.frame.y,
                      level,
                      b.frame.stride(level),
                      moved_guides(b, level),
                      b.linear(),
                      sigmas_of(b.settings, level)};
    KernelLaunch launch = image_launch(b, tile ? "svgf/level_tile.cl" : "svgf/level.cl",
                                       tile ? "svgf_level_tile" : "svgf_level", as_bytes(p));
    launch.defines.push_back(define("FIT", b.settings.fit(level)));
    launch.defines.push_back(define("LIGHTS", b.lights() > 0));
    const Execution& how = b.frame.how;
    const bool mirrors = how.schedule->permutes && how.order->layout == LAYOUT_KALEIDOSCOPE;
    if (mirrors) launch.defines.emplace_back("MIRRORED=1");
    if (b.settings.is_gaussian())
        launch.defines.push_back(define("EAW", 1));
    else
        launch.defines.push_back(define("SIGMA_NORMAL", b.settings.asked.sigma_normal));
    set_stride(b.frame, level, launch);
    set_form(b, level, mirrors, launch);
    return launch;
}

void add_svgf_level(SvgfBuilder& b, int level, const LevelStacks& at) {
    const int moved = moved_guides(b, level), guides = std::max(moved, guides_of(b, level));
    b.plan.passes.push_back({.stage = Stage::level,
                             .operation = level_launch(b, level),
                             .level = level,
                             .reads = {at.signal_in, at.guide_in, at.tables, at.neighbours},
                             .writes = {at.signal_out, at.guide_out},
                             .moves = b.frame.moves(b.signal_planes() + guides, b.signal_planes() + moved)});
}

} // namespace

SvgfSignal add_levels(SvgfBuilder& b, const SvgfSource& source) {
    const int levels = b.settings.asked.levels;
    const auto fill = [&](const char* buffer, const char* kernel) {
        return add_tables(b.plan, b.frame, {buffer, "svgf/frame.cl", kernel, image_defines(b)});
    };
    const int tables = fill("layout tables", "layout_tables"),
              neighbours = fill("tables of neighbours", "svgf_neighbours");
    int signal = add_stack(b.plan, b.frame, "signal", b.signal_planes());
    int spare = add_stack(b.plan, b.frame, "signal, next level", b.signal_planes());
    int guide = add_stack(b.plan, b.frame, "guides", GUIDE_PLANES), spare_guide = guide;
    const int all_guides = guide;
    if (const int moved = moved_guides(b, 0))
        spare_guide = add_stack(b.plan, b.frame, "guides, next level", moved);
    const int other = moved_guides(b, 0) >= MOMENT_PLANES ? spare_guide : -1;
    add_start(b, source, signal, guide, spare);
    if (!b.settings.is_gaussian()) add_variance(b, source, spare, guide, signal);
    for (int l = 0; l < levels; ++l) {
        add_svgf_level(b, l, {signal, guide, tables, neighbours, spare, spare_guide});
        std::swap(signal, spare);
        if (moved_guides(b, l) > 0) std::swap(guide, spare_guide);
        if (l == 0 && source.kept >= 0) add_keep(b, signal, tables, source.kept);
    }
    return {signal, spare, all_guides, other};
}

} // namespace atrous
