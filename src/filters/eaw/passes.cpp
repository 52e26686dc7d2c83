// Adds the passes of the EAW filter, down and up, one function each: kernel, macros, buffers, parameters, traffic.
#include "filters/atrous/frame.h"
#include "filters/eaw/builder.h"
#include "filters/eaw/levels.h"
#include <algorithm>
#include <cmath>
#include <numbers>

namespace atrous {

using namespace kernels;

int count_of(const EawBuilder& b, Planes planes) {
    return (planes != Planes::chroma ? b.luma : 0) + (planes != Planes::luma ? b.chroma : 0);
}

std::vector<std::string> eaw_defines(const EawBuilder& b, int vector, Planes planes) {
    std::vector<std::string> defines = plane_defines(b.frame, vector);
    const bool all = planes == Planes::all;
    defines.push_back(define("LUMA", all ? b.luma : count_of(b, planes)));
    defines.push_back(define("CHROMA", all ? b.chroma : 0));
    return defines;
}

double edge_falloff(double sigma) {
    return sigma > 0 ? std::min(std::numbers::log2e / (2 * sigma * sigma), 1e30) : 0;
}

double robust_falloff(double sigma) { return 1 / (2 * sigma * sigma); }

// Without edge stopping there is nothing to save: such levels run in form `vector`.
bool runs_in_strips(const EawBuilder& b, int level) {
    const EawResolved& s = b.settings;
    return s.how.form->strips && !s.search_edges && s.level[std::size_t(level)].sigma > 0 &&
           level < s.strip_levels && b.frame.stride(level) == 1;
}

int EawBuilder::spacing(int level) const {
    const Execution& how = settings.how;
    const bool all = !how.form->vectors || !how.schedule->permutes ||
                     how.order->layout != LAYOUT_SUBDIVISION || how.form->strips || stores_details() ||
                     settings.search_edges || !settings.border.exact;
    return all ? 1 : std::min(settings.spacing, 1 << level);
}

namespace {

/// Chooses the kernel of a level: the form, except that forms `ring` and `tile` need weights that are equal for both
/// pixels of a pair, and tiles need neighbouring taps. Other levels run in form `direct`.
struct LevelForm {
    const char* kernel;
    bool tile, ring, strip;
};
LevelForm level_form(const EawBuilder& b, int level) {
    const bool pairs = !b.settings.search_edges;
    // Each stride is another program, and CPUs run the form to try it only: of dilated levels, one that has several
    // groups of residue classes.
    const int stride = b.frame.stride(level), tried = 16;
    const bool compiles = !b.frame.device.is_cpu || stride == 1 || stride == tried;
    if (pairs && b.frame.tiles(level)) return {"decompose_tile", true, false, false};
    if (pairs && compiles && b.settings.how.form->rings) return {"decompose_ring", false, true, false};
    if (runs_in_strips(b, level)) return {"decompose_strip", false, false, true};
    return {"decompose", false, false, false};
}

/// Registers per work-item, which kernels fit without spills (tests/counts/stacks.txt): three of NVIDIA's warps per scheduler in form
/// `ring`, six in form `tile`, five if a group is guarded (of 98 the compiler uses 96, with a limit of 96 it spills).
int registers_of(const LevelForm& form, const EawLevelSettings& level) {
    if (form.ring) return 168;
    return level.luma.guarded || level.chroma.guarded ? 98 : 80;
}

EawGroup group_of(const EawLevelSettings& level, const EawGroupSettings& group) {
    return {float(edge_falloff(level.sigma)), float(group.gain), float(group.threshold)};
}

EawProtection protection_of(const EawResolved& s) {
    return {float(s.limit > 0 ? 1 / (s.limit * s.limit) : 0), float(s.space.black),
            float(s.protect_shadows > 0 ? 1 / s.protect_shadows : 0)};
}

/// Planes of chroma only are the kernel's first group. The kernel does not read the terms of groups without a guard.
EawGuard guard_of(const EawResolved& s, int level, Planes planes) {
    const GuardedNoise& noise = s.asked.noise;
    const double scale = 2 / (noise.white - noise.black);
    EawGuard guard{float(scale), float(-1 - scale * noise.black), {}};
    const EawLevelSettings& of_level = s.level[std::size_t(level)];
    for (std::size_t g = 0; g < 2; ++g) {
        const bool chroma = g == 1 || planes == Planes::chroma;
        if (!(chroma ? of_level.chroma : of_level.luma).guarded) continue;
        std::ranges::copy(log2_polynomial(noise.levels[std::size_t(level)][std::size_t(chroma)]),
                          guard.term[g]);
        guard.term[g][0] += float(std::log2(s.asked.noise_guard));
    }
    return guard;
}

/// Adds the macro GUARDED: of groups, luma 1 and chroma 2.
void add_guard_defines(const EawBuilder& b, int at, Planes planes, KernelLaunch& launch) {
    const EawLevelSettings& level = b.settings.level[std::size_t(at)];
    const bool chroma = level.chroma.guarded && planes != Planes::luma && b.chroma > 0,
               luma = level.luma.guarded && planes != Planes::chroma;
    if (!luma && !chroma) return;
    launch.defines.push_back(define("GUARDED", planes == Planes::chroma ? 1 : int(luma) + 2 * int(chroma)));
    if (planes == Planes::chroma) launch.defines.emplace_back("LUMA_BESIDE=1");
}

// Macros of kernels/eaw/detail.h.
void add_detail_defines(const EawResolved& s, KernelLaunch& launch) {
    if (s.shrink.unbiased) launch.defines.emplace_back("UNBIASED=1");
    if (s.limit > 0) launch.defines.emplace_back("LIMIT=1");
    if (s.protect_shadows > 0) launch.defines.emplace_back("SHADOWS=1");
}

EawLevel level_parameters(const EawBuilder& b, int level, const LevelBuffers& at) {
    const EawResolved& s = b.settings;
    const EawLevelSettings& of_level = s.level[std::size_t(level)];
    EawLevel p{};
    p.planes = b.frame.planes;
    const int spacing = b.spacing(level);
    p.planes.width = (p.planes.width + spacing - 1) / spacing;
    p.planes.height = (p.planes.height + spacing - 1) / spacing;
    p.x = b.frame.x;
    p.y = b.frame.y;
    p.level = level;
    p.stride = b.frame.stride(level);
    p.flags = (level == 0 ? EAW_FIRST : 0) | (at.ends ? EAW_LAST : 0) |
              (spacing < b.spacing(level + 1) ? EAW_EVEN : 0) |
              (b.guards(level)      ? 0
               : b.keeps_coarse()   ? EAW_COARSE
               : b.stores_details() ? EAW_STORED
                                    : 0);
    p.protection = protection_of(s);
    p.luma = group_of(of_level, at.planes == Planes::chroma ? of_level.chroma : of_level.luma);
    p.chroma = group_of(of_level, of_level.chroma);
    if (b.guards(level)) p.guard = guard_of(s, level, at.planes);
    if (s.search_edges) { // of chroma the space's own is the least: the search does not see colours
        p.luma.falloff = 0;
        p.chroma.falloff = float(robust_falloff(of_level.sigma));
    }
    return p;
}

// The kernel eaw_NAME of kernels/eaw/NAME.cl.
KernelLaunch kernel_launch(const std::string& name, std::vector<std::string> defines) {
    return {"eaw/" + name + ".cl", "eaw_" + name, std::move(defines)};
}

KernelLaunch level_launch(const EawBuilder& b, int level, const LevelForm& form, const LevelBuffers& at) {
    const EawResolved& s = b.settings;
    KernelLaunch launch = kernel_launch(form.kernel, eaw_defines(b, b.frame.vector, at.planes));
    launch.defines.push_back(define("RADIUS", s.radius));
    launch.defines.push_back(define("EDGES", s.search_edges ? 2 : s.level[std::size_t(level)].sigma > 0));
    launch.defines.push_back(define("BORDER", s.border.code));
    set_stride(b.frame, level, launch);
    if (s.kernel.macro) launch.defines.emplace_back(s.kernel.macro);
    // Stored details are shaped on the way up.
    if (!b.stores_details() || b.guards(level)) add_detail_defines(s, launch);
    add_guard_defines(b, level, at.planes, launch);
    launch.parameters = as_bytes(level_parameters(b, level, at));
    set_grid(b.frame, launch);
    launch.global[1] = std::size_t((b.frame.size.height - 1) / b.spacing(level) + 1);
    if (form.tile) set_tile(b.frame, level, launch);
    if (form.ring) set_ring(b.frame, level, launch);
    if (form.tile || form.ring)
        add_column_defines(b.frame.device, registers_of(form, s.level[std::size_t(level)]), launch);
    const int groups = at.planes == Planes::all && b.chroma > 0 ? 2 : 1;
    if (form.strip) set_strips(b.frame, level, {count_of(b, at.planes), groups}, launch);
    return launch;
}

// Pixels per work-group of the block gather: a multiple of 2^(levels - 1), and runs of 32 bytes at level 7.
constexpr int gather_block = 1024;
static_assert(gather_block % (1 << (max_levels - 1)) == 0);
// Kernels of the upward pass have this many arguments for details.
static_assert(max_levels == 10);

void set_gather_grid(const AtrousContext& frame, KernelLaunch& launch) {
    const std::size_t lanes = std::min<std::size_t>(256, frame.device.largest_group);
    const std::size_t blocks = (std::size_t(frame.size.width) + gather_block - 1) / gather_block;
    launch.global[0] = blocks * std::size_t(frame.size.height) *
                       lanes; // along one axis: NVIDIA's others end at 65,535 groups
    launch.global[1] = 1;
    launch.local[0] = lanes;
    launch.local[1] = 1;
    launch.defines.push_back(define("GATHER_BLOCK", gather_block));
    launch.defines.push_back(define("GROUP_X", int(lanes)));
}

// Groups of work-items take different planes (toma's second mapping).
void set_plane_groups(const AtrousContext& frame, KernelLaunch& launch) {
    const Size group = frame.tile->group;
    launch.global[0] = std::size_t(frame.size.width);
    launch.local[0] = std::size_t(group.width);
    launch.local[1] = std::size_t(group.height);
    launch.defines.emplace_back("PLANE_GROUPS=1");
    launch.defines.push_back(define("GROUP_X", group.width));
    launch.defines.push_back(define("GROUP_Y", group.height));
}

EawSynthesis synthesis_parameters(const EawBuilder& b) {
    EawSynthesis p{};
    p.planes = b.frame.planes;
    p.x = b.frame.x;
    p.y = b.frame.y;
    p.levels = b.settings.levels;
    p.columns_stay = b.frame.columns_stay;
    p.first = b.settings.guarded_levels;
    for (int l = 0; l < p.levels; ++l) {
        const EawLevelSettings& level = b.settings.level[std::size_t(l)];
        p.luma[l] = group_of(level, level.luma);
        p.chroma[l] = group_of(level, level.chroma);
    }
    p.protection = protection_of(b.settings);
    return p;
}

KernelLaunch upward_launch(const EawBuilder& b, bool found_thresholds) {
    const Execution& how = b.settings.how;
    const bool gather = how.synthesis->gathers_blocks;
    KernelLaunch launch{gather ? "eaw/gather.cl" : "eaw/synthesize.cl",
                        gather ? "eaw_gather" : "eaw_synthesize", eaw_defines(b, 1)};
    add_detail_defines(b.settings, launch);
    if (found_thresholds) launch.defines.emplace_back("FOUND_THRESHOLDS=1");
    if (b.keeps_coarse()) launch.defines.emplace_back("KEPT_COARSE=1");
    if (!b.frame.device.is_cpu) {
        launch.defines.push_back(define("LEVELS", b.settings.levels));
        launch.defines.push_back(define("FIRST_LEVEL", b.settings.guarded_levels));
    }
    launch.parameters = as_bytes(synthesis_parameters(b));
    set_grid(b.frame, launch);
    if (gather)
        set_gather_grid(b.frame, launch);
    else if (how.form->tiles && how.map && how.map->plane_groups)
        set_plane_groups(b.frame, launch);
    return launch;
}

} // namespace

void add_decompose(EawBuilder& b, int level, const LevelBuffers& at) {
    const LevelForm form = level_form(b, level);
    const bool search = b.settings.search_edges, guards = b.guards(level);
    const int stacks_read = level == 0 || (b.stores_details() && !guards) ? 1 : 2,
              stacks_written = at.ends || (b.keeps_coarse() && !guards) ? 1 : 2; // coarse, delta or detail
    const int planes = count_of(b, at.planes);
    Traffic moves = b.frame.moves(stacks_read * planes + int(search), stacks_written * planes);
    moves.other_planes = at.planes == Planes::chroma;
    Pass pass{.stage = Stage::level,
              .operation = level_launch(b, level, form, at),
              .level = level,
              // The kernel does not read them if no edges are searched.
              .reads = {at.coarse_in, at.delta_in, at.tables, search ? at.edges : at.coarse_in},
              .writes = {at.coarse_out, at.delta_out},
              .moves = moves};
    if (!form.tile && !form.ring) pass.reads.push_back(at.luma < 0 ? at.coarse_in : at.luma);
    b.plan.passes.push_back(std::move(pass));
}

void add_synthesize(EawBuilder& b, const UpwardBuffers& at) {
    const bool found = at.thresholds >= 0;
    // Planes of the last coarse image: all, or the planes that show its dark parts.
    const int coarse = b.keeps_coarse() ? b.plane_count() : b.settings.protect_shadows > 0 ? b.luma : 0;
    const int guarded = b.settings.guarded_levels, stacks = b.settings.levels - guarded + int(guarded > 0);
    Pass pass{.stage = Stage::upward,
              .operation = upward_launch(b, found),
              .reads = at.kept,
              .writes = {at.delta},
              .moves = b.frame.moves(stacks * b.plane_count() + coarse, b.plane_count())};
    pass.reads.resize(max_levels, at.kept[0]);
    pass.reads.push_back(at.tables);
    pass.reads.push_back(at.coarse);
    pass.reads.push_back(found ? at.thresholds : at.tables); // not read if none were found
    b.plan.passes.push_back(std::move(pass));
}

} // namespace atrous
