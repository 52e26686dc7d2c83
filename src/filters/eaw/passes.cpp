// The passes of the EAW filter between enter and leave, one function each: kernel, macros, buffers,
// parameters, bytes.
#include "atrous/layout.h"
#include "filters/eaw/builder.h"
#include <algorithm>
#include <cmath>
#include <numbers>

namespace atrous {

using namespace kernels;

std::string define(const char* name, int value) { return std::string(name) + "=" + std::to_string(value); }

void set_grid(const EawBuilder& b, KernelLaunch& launch) {
    launch.global[1] = std::size_t(b.pixels.size.height);
    if (b.vector > 1) return;
    launch.global[0] = std::size_t(b.pixels.size.width);
    const Size group = b.settings.how.group;
    const std::size_t most = b.device.largest_group;
    launch.local[0] = group.width > 0 ? std::size_t(group.width) : std::min<std::size_t>(32, most);
    launch.local[1] = group.width > 0 ? std::size_t(group.height) : std::clamp<std::size_t>(most / 32, 1, 8);
}

std::vector<std::string> plane_defines(const EawBuilder& b, int vector) {
    std::vector<std::string> defines = {define("VECTOR", vector), define("LUMA", b.luma),
                                        define("CHROMA", b.chroma)};
    if (b.settings.how.storage->bytes == 2) defines.emplace_back("STORAGE_HALF");
    return defines;
}

double edge_falloff(double sigma) {
    return sigma > 0 ? std::min(std::numbers::log2e / (2 * sigma * sigma), 1e30) : 0;
}

double robust_falloff(double sigma) { return 1 / (2 * sigma * sigma); }

EawGroup group_of(const EawLevelSettings& level, const EawGroupSettings& group) {
    return {float(edge_falloff(level.sigma)), float(group.gain), float(group.threshold)};
}

namespace {

EawProtection protection_of(const EawBuilder& b) {
    const auto& s = b.settings;
    return {float(s.limit > 0 ? 1 / (s.limit * s.limit) : 0), float(b.settings.space.black),
            float(s.protect_shadows > 0 ? 1 / s.protect_shadows : 0)};
}

// Macros of kernels/eaw/detail.h.
void add_detail_defines(const EawResolved& s, KernelLaunch& launch) {
    if (s.shrink.unbiased) launch.defines.emplace_back("UNBIASED=1");
    if (s.limit > 0) launch.defines.emplace_back("LIMIT=1");
    if (s.protect_shadows > 0) launch.defines.emplace_back("SHADOWS=1");
}

} // namespace

void add_tables(EawBuilder& b, int tables) {
    const int order = b.settings.how.schedule->permutes ? b.settings.how.order->layout : int(LAYOUT_ORIGINAL);
    KernelLaunch launch{"atrous/layout_tables.cl",
                        "layout_tables",
                        {define("VECTOR", b.vector)},
                        as_bytes(LayoutTables{b.x, b.y, order, b.settings.border.code, b.settings.radius,
                                              b.settings.levels})};
    launch.global[0] = std::size_t(std::max(b.x.length, b.y.length));
    launch.global[1] = std::size_t(2 * b.settings.levels);
    launch.local[0] = std::min<std::size_t>(64, b.device.largest_group);
    b.plan.passes.push_back({.stage = Stage::setup,
                             .operation = std::move(launch),
                             .writes = {tables},
                             .moves = {.other_bytes = b.plan.buffers[std::size_t(tables)].bytes}});
}

void add_decompose(EawBuilder& b, int level, const LevelBuffers& at) {
    const auto& s = b.settings;
    const EawLevelSettings& of_level = s.level[std::size_t(level)];
    const bool first = level == 0, stored = b.settings.how.synthesis->stores_details;
    // Dilated taps would need a tile that grows with 2^level; such levels run as form direct.
    const bool tile = b.settings.how.form->tiles && (b.settings.how.schedule->permutes || first);
    KernelLaunch launch{tile ? "eaw/decompose_tile.cl" : "eaw/decompose.cl",
                        tile ? "eaw_decompose_tile" : "eaw_decompose", plane_defines(b, b.vector)};
    launch.defines.push_back(define("RADIUS", s.radius));
    launch.defines.push_back(define("EDGES", s.search_edges ? 2 : of_level.sigma > 0));
    launch.defines.push_back(define("BORDER", b.settings.border.code));
    add_detail_defines(s, launch);
    EawLevel p{};
    p.planes = b.planes;
    p.x = b.x;
    p.y = b.y;
    p.level = level;
    p.stride = b.settings.how.schedule->permutes ? 1 : 1 << level;
    p.flags = (first ? EAW_FIRST : 0) | (at.ends ? EAW_LAST : 0) | (stored ? EAW_STORED : 0);
    p.protection = protection_of(b);
    p.luma = group_of(of_level, of_level.luma);
    p.chroma = group_of(of_level, of_level.chroma);
    if (s.search_edges) { // of chroma the space's own is the least: the search does not see colours
        p.luma.falloff = 0;
        p.chroma.falloff = float(robust_falloff(of_level.sigma));
    }
    launch.parameters = as_bytes(p);
    set_grid(b, launch);
    if (tile) {
        const auto defines = tile_defines(*b.tile);
        launch.defines.insert(launch.defines.end(), defines.begin(), defines.end());
        launch.local[0] = std::size_t(b.tile->group.width);
        launch.local[1] = std::size_t(b.tile->group.height);
    }
    const int stacks_read = first || stored ? 1 : 2, stacks_written = at.ends ? 1 : 2; // coarse and change
    Pass pass{.stage = Stage::level,
              .operation = std::move(launch),
              .level = level,
              // Where no edges are searched, the kernel does not read them.
              .reads = {at.coarse_in, at.change_in, at.tables, s.search_edges ? at.edges : at.coarse_in},
              .writes = {at.coarse_out, at.change_out},
              .moves = b.moves(stacks_read * b.plane_count(), stacks_written * b.plane_count())};
    if (s.search_edges) ++pass.moves.planes_read;
    b.plan.passes.push_back(std::move(pass));
}

namespace {

// Pixels per work-group of the block gather: a multiple of 2^(levels - 1), and runs of 32 bytes at level 7.
constexpr int gather_block = 1024;
static_assert(gather_block % (1 << (most_levels - 1)) == 0);
// Kernels of the upward pass have this many arguments for details.
static_assert(most_levels == 10);

void set_gather_grid(const EawBuilder& b, KernelLaunch& launch) {
    const std::size_t lanes = std::min<std::size_t>(256, b.device.largest_group);
    const std::size_t blocks = (std::size_t(b.pixels.size.width) + gather_block - 1) / gather_block;
    launch.global[0] = blocks * lanes;
    launch.global[1] = std::size_t(b.pixels.size.height);
    launch.local[0] = lanes;
    launch.local[1] = 1;
    launch.defines.push_back(define("GATHER_BLOCK", gather_block));
    launch.defines.push_back(define("GROUP_X", int(lanes)));
}

// Groups of work-items take different planes (toma's second mapping).
void set_plane_groups(const EawBuilder& b, KernelLaunch& launch) {
    const Size group = b.tile->group;
    launch.global[0] = std::size_t(b.pixels.size.width);
    launch.local[0] = std::size_t(group.width);
    launch.local[1] = std::size_t(group.height);
    launch.defines.emplace_back("PLANE_GROUPS=1");
    launch.defines.push_back(define("GROUP_X", group.width));
    launch.defines.push_back(define("GROUP_Y", group.height));
}

} // namespace

void add_synthesize(EawBuilder& b, const UpwardBuffers& at) {
    const auto& s = b.settings;
    const bool gather = b.settings.how.synthesis->gathers_blocks;
    KernelLaunch launch{gather ? "eaw/gather.cl" : "eaw/synthesize.cl",
                        gather ? "eaw_gather" : "eaw_synthesize", plane_defines(b, 1)};
    add_detail_defines(s, launch);
    if (at.thresholds >= 0) launch.defines.emplace_back("FOUND_THRESHOLDS=1");
    EawSynthesis p{};
    p.planes = b.planes;
    p.x = b.x;
    p.y = b.y;
    p.levels = s.levels;
    for (int l = 0; l < s.levels; ++l) {
        const EawLevelSettings& level = s.level[std::size_t(l)];
        p.luma[l] = group_of(level, level.luma);
        p.chroma[l] = group_of(level, level.chroma);
    }
    p.protection = protection_of(b);
    launch.parameters = as_bytes(p);
    set_grid(b, launch);
    if (gather)
        set_gather_grid(b, launch);
    else if (b.settings.how.form->tiles && s.how.map && s.how.map->plane_groups)
        set_plane_groups(b, launch);
    Pass pass{
        .stage = Stage::upward, .operation = std::move(launch), .reads = at.details, .writes = {at.change}};
    pass.reads.resize(most_levels, at.details[0]);
    pass.reads.push_back(at.tables);
    if (!gather) pass.reads.push_back(at.coarse);
    pass.reads.push_back(at.thresholds >= 0 ? at.thresholds : at.tables); // not read where none were found
    const int shadows =
        s.protect_shadows > 0 ? b.luma : 0; // planes of the coarse image that say where it is dark
    pass.moves = b.moves(s.levels * b.plane_count() + shadows, b.plane_count());
    b.plan.passes.push_back(std::move(pass));
}

} // namespace atrous
