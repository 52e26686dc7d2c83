// The passes of the EAW filter between enter and leave, one function each: kernel, macros, buffers,
// parameters, bytes.
#include "atrous/layout.h"
#include "filters/eaw/builder.h"
#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

namespace atrous {

using namespace kernels;

std::string define(const char* name, int value) { return std::string(name) + "=" + std::to_string(value); }

void set_grid(const EawBuilder& b, Pass& pass) {
    pass.pixels = std::uint64_t(b.pixels.size.pixels());
    pass.global[1] = std::size_t(b.pixels.size.height);
    if (b.vector > 1) return;
    pass.global[0] = std::size_t(b.pixels.size.width);
    const Size group = b.settings.how.group;
    const std::size_t most = b.device.largest_group;
    pass.local[0] = group.width > 0 ? std::size_t(group.width) : std::min<std::size_t>(32, most);
    pass.local[1] = group.width > 0 ? std::size_t(group.height) : std::clamp<std::size_t>(most / 32, 1, 8);
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
void add_detail_defines(const EawResolved& s, Pass& pass) {
    if (s.shrink.unbiased) pass.defines.emplace_back("UNBIASED=1");
    if (s.limit > 0) pass.defines.emplace_back("LIMIT=1");
    if (s.protect_shadows > 0) pass.defines.emplace_back("SHADOWS=1");
}

} // namespace

void add_tables(EawBuilder& b, int tables) {
    Pass pass{.file = "atrous/layout_tables.cl",
              .kernel = "layout_tables",
              .defines = {define("VECTOR", b.vector)}};
    pass.writes = {tables};
    const int order = b.settings.how.schedule->permutes ? b.settings.how.order->layout : int(LAYOUT_ORIGINAL);
    pass.parameters =
        as_bytes(LayoutTables{b.x, b.y, order, b.settings.border.code, b.settings.radius, b.settings.levels});
    pass.global[0] = std::size_t(std::max(b.x.length, b.y.length));
    pass.global[1] = std::size_t(2 * b.settings.levels);
    pass.local[0] = std::min<std::size_t>(64, b.device.largest_group);
    b.plan.passes.push_back(std::move(pass));
}

void add_decompose(EawBuilder& b, int level, const LevelBuffers& at) {
    const auto& s = b.settings;
    const EawLevelSettings& of_level = s.level[std::size_t(level)];
    const bool first = level == 0, stored = b.settings.how.synthesis->stores_details;
    // Dilated taps would need a tile that grows with 2^level; such levels run as form direct.
    const bool tile = b.settings.how.form->tiles && (b.settings.how.schedule->permutes || first);
    Pass pass{.file = tile ? "eaw/decompose_tile.cl" : "eaw/decompose.cl",
              .kernel = tile ? "eaw_decompose_tile" : "eaw_decompose",
              .defines = plane_defines(b, b.vector),
              .level = level};
    pass.defines.push_back(define("RADIUS", s.radius));
    pass.defines.push_back(define("EDGES", s.search_edges ? 2 : of_level.sigma > 0));
    pass.defines.push_back(define("BORDER", b.settings.border.code));
    add_detail_defines(s, pass);
    pass.reads = {at.coarse_in, at.change_in, at.tables};
    if (s.search_edges) pass.reads.push_back(at.edges);
    pass.writes = {at.coarse_out, at.change_out};
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
    pass.parameters = as_bytes(p);
    const int moved =
        2 + (at.ends ? 0 : 1) + (first || stored ? 0 : 1); // coarse in, change out, coarse out, change in
    pass.bytes = b.plane_bytes(moved * b.plane_count() + int(s.search_edges));
    set_grid(b, pass);
    if (tile) {
        const auto defines = tile_defines(*b.tile);
        pass.defines.insert(pass.defines.end(), defines.begin(), defines.end());
        pass.local[0] = std::size_t(b.tile->group.width);
        pass.local[1] = std::size_t(b.tile->group.height);
    }
    b.plan.passes.push_back(std::move(pass));
}

namespace {

// Pixels per work-group of the block gather: a multiple of 2^(levels - 1), and runs of 32 bytes at level 7.
constexpr int gather_block = 1024;
static_assert(gather_block % (1 << (most_levels - 1)) == 0);
// Kernels of the upward pass have this many arguments for details.
static_assert(std::extent_v<decltype(EawSynthesis::luma)> == most_levels);

void set_gather_grid(const EawBuilder& b, Pass& pass) {
    const std::size_t lanes = std::min<std::size_t>(256, b.device.largest_group);
    const std::size_t blocks = (std::size_t(b.pixels.size.width) + gather_block - 1) / gather_block;
    pass.global[0] = blocks * lanes;
    pass.global[1] = std::size_t(b.pixels.size.height);
    pass.local[0] = lanes;
    pass.local[1] = 1;
    pass.defines.push_back(define("GATHER_BLOCK", gather_block));
    pass.defines.push_back(define("GROUP_X", int(lanes)));
}

// Groups of work-items take different planes (toma's second mapping).
void set_plane_groups(const EawBuilder& b, Pass& pass) {
    const Size group = b.tile->group;
    pass.global[0] = std::size_t(b.pixels.size.width);
    pass.local[0] = std::size_t(group.width);
    pass.local[1] = std::size_t(group.height);
    pass.defines.emplace_back("PLANE_GROUPS=1");
    pass.defines.push_back(define("GROUP_X", group.width));
    pass.defines.push_back(define("GROUP_Y", group.height));
}

} // namespace

void add_synthesize(EawBuilder& b, const UpwardBuffers& at) {
    const auto& s = b.settings;
    const bool gather = b.settings.how.synthesis->gathers_blocks;
    Pass pass{.file = gather ? "eaw/gather.cl" : "eaw/synthesize.cl",
              .kernel = gather ? "eaw_gather" : "eaw_synthesize",
              .defines = plane_defines(b, 1)};
    add_detail_defines(s, pass);
    if (at.thresholds >= 0) pass.defines.emplace_back("FOUND_THRESHOLDS=1");
    pass.reads = at.details;
    pass.reads.resize(most_levels, at.details[0]);
    pass.reads.push_back(at.tables);
    if (!gather) pass.reads.push_back(at.coarse);
    pass.reads.push_back(at.thresholds >= 0 ? at.thresholds : at.tables); // not read where none were found
    pass.writes = {at.change};
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
    pass.parameters = as_bytes(p);
    pass.bytes = b.plane_bytes((s.levels + 1) * b.plane_count());
    set_grid(b, pass);
    if (gather)
        set_gather_grid(b, pass);
    else if (b.settings.how.form->tiles && s.how.map && s.how.map->plane_groups)
        set_plane_groups(b, pass);
    b.plan.passes.push_back(std::move(pass));
}

} // namespace atrous
