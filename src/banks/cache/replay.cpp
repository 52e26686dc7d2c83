// Goes over the work-items of kernels/eaw/decompose.cl and eaw/decompose_tile.cl as a device would; the
// layout comes from kernels/atrous/layout.h and tile_map.h, everything else from the plan's parameters and macros.
#include "banks/cache/replay.h"
#include "atrous/layout.h"
#include "atrous/tile_map.h"
#include "banks/cache/hierarchy.h"
#include "base/error.h"
#include "eaw/params.h"
#include <algorithm>
#include <cstring>

namespace atrous {
namespace {

using namespace kernels;

/// The value of a macro of the pass, else `otherwise`.
int define_of(const KernelLaunch& pass, const std::string& name, int otherwise) {
    for (const auto& define : pass.defines)
        if (define.starts_with(name + "=")) return std::stoi(define.substr(name.size() + 1));
    return otherwise;
}

template <class T>
T parameters_of(const KernelLaunch& pass) {
    T value;
    if (pass.parameters.size() != sizeof value)
        throw Error(Exit::internal, pass.kernel + ": unknown parameters");
    std::memcpy(&value, pass.parameters.data(), sizeof value);
    return value;
}

/// One axis of one level: where the writer puts a position, and which taps stay inside.
struct Axis {
    std::vector<int> step, below, above, position_of;
};

Axis axis_of(const LayoutTables& t, int n, int level) {
    const Layout a{t.order, t.border == BORDER_MIRROR, n, level};
    const bool last = level == t.levels - 1;
    Axis axis;
    axis.position_of.resize(std::size_t(n));
    for (int p = 0; p < n; ++p) {
        axis.step.push_back(last ? layout_pixel(a, p) : layout_step(a, p));
        axis.below.push_back(layout_taps_below(a, p, t.radius));
        axis.above.push_back(layout_taps_above(a, p, t.radius));
        axis.position_of[std::size_t(layout_pixel(a, p))] = p;
    }
    return axis;
}

/// The level under replay.
struct Level {
    const Pass& pass;
    const KernelLaunch& launch;
    EawLevel p;
    LayoutTables tables;
    Axis x, y;
    int planes, sample;              ///< bytes of a sample
    std::vector<std::uint64_t> base; ///< first byte of each buffer
    Hierarchy& memory;

    std::uint64_t address(int buffer, int plane, int px, int py) const {
        const auto at = std::int64_t(p.planes.guard) + std::int64_t(plane) * p.planes.plane +
                        std::int64_t(py) * p.planes.pitch + px;
        return base[std::size_t(buffer)] + std::uint64_t(at * sample);
    }
    /// Position that tap d of position q reads on an axis; -1 = dropped.
    int tap(const Axis& axis, int n, int q, int d) const {
        const int to = q + d * p.stride;
        if (tables.border == BORDER_MIRROR) return std::clamp(to, 0, n - 1);
        if (-axis.below[std::size_t(q)] <= d && d <= axis.above[std::size_t(q)]) return to;
        if (tables.border == BORDER_DROP) return -1;
        return axis.position_of[d < 0 ? 0 : std::size_t(n - 1)];
    }
};

struct Place {
    int x, y;
};
using Lanes = std::vector<Place>;

/// Loads tap (dx, dy) of all lanes of a sub-group from global memory.
void load_taps(const Level& l, const Lanes& lanes, int dx, int dy) {
    for (int plane = 0; plane < l.planes; ++plane) {
        for (const auto& [x, y] : lanes) {
            const int from_x = l.tap(l.x, l.p.planes.width, x, dx),
                      from_y = l.tap(l.y, l.p.planes.height, y, dy);
            if (from_x >= 0 && from_y >= 0)
                l.memory.load(l.address(l.pass.reads[0], plane, from_x, from_y), l.sample);
        }
        l.memory.end_access();
    }
}

/// The change that comes in, and both results, where the next layout wants them.
void finish(const Level& l, const Lanes& lanes) {
    const bool stored = l.p.flags & EAW_STORED;
    for (int plane = 0; plane < l.planes; ++plane) {
        for (const auto& [x, y] : lanes) {
            const int to_x = l.x.step[std::size_t(x)], to_y = l.y.step[std::size_t(y)];
            if (!stored && !(l.p.flags & EAW_FIRST))
                l.memory.load(l.address(l.pass.reads[1], plane, x, y), l.sample);
            if (!(l.p.flags & EAW_LAST))
                l.memory.store(l.address(l.pass.writes[0], plane, to_x, to_y), l.sample);
            l.memory.store(l.address(l.pass.writes[1], plane, stored ? x : to_x, stored ? y : to_y),
                           l.sample);
        }
        l.memory.end_access();
    }
}

/// All taps of several sub-groups that go from tap to tap together.
void direct_group(const Level& l, const std::vector<Lanes>& subgroups) {
    for (const auto& lanes : subgroups) load_taps(l, lanes, 0, 0);
    for (int dy = -l.tables.radius; dy <= l.tables.radius; ++dy)
        for (int dx = -l.tables.radius; dx <= l.tables.radius; ++dx)
            for (const auto& lanes : subgroups) load_taps(l, lanes, dx, dy);
    for (const auto& lanes : subgroups) finish(l, lanes);
}

/// Fills the tile row by row, with a halo of the radius; taps are then local.
void tile_group(const Level& l, const std::vector<Lanes>& subgroups, Place corner, Place group,
                int subgroup) {
    const int r = l.tables.radius, width = group.x + 2 * r, cells = width * (group.y + 2 * r);
    for (int first = 0; first < cells; first += subgroup)
        for (int plane = 0; plane < l.planes; ++plane) {
            for (int i = first; i < std::min(first + subgroup, cells); ++i) {
                const int x = std::clamp(corner.x - r + i % width, 0, l.p.planes.width - 1);
                const int y = std::clamp(corner.y - r + i / width, 0, l.p.planes.height - 1);
                l.memory.load(l.address(l.pass.reads[0], plane, x, y), l.sample);
            }
            l.memory.end_access();
        }
    for (const auto& lanes : subgroups) finish(l, lanes);
}

/// The lanes of a work-group at `corner`, by sub-groups; those outside the image are left out.
std::vector<Lanes> subgroups_of(const Level& l, const TileMap& map, Place corner, int subgroup) {
    std::vector<Lanes> subgroups;
    for (int lane = 0; lane < map.width * map.height; ++lane) {
        if (lane % subgroup == 0) subgroups.emplace_back();
        const Place at{corner.x + tile_map_x(map, lane), corner.y + tile_map_y(map, lane)};
        if (at.x < l.p.planes.width && at.y < l.p.planes.height) subgroups.back().push_back(at);
    }
    return subgroups;
}

/// Forms direct and tile: a pixel per work-item.
void replay_pixels(const Level& l, const CacheRun& run, bool tiles) {
    const Place group{int(l.launch.local[0]), int(l.launch.local[1])};
    const TileMap map{define_of(l.launch, "MAP_ORDER", TILE_ORDER_ROWS),
                      group.x,
                      group.y,
                      define_of(l.launch, "MAP_D", 1),
                      define_of(l.launch, "MAP_N", 1),
                      define_of(l.launch, "MAP_INVERSE", 0)};
    std::size_t number = 0;
    for (int y = 0; y < l.p.planes.height; y += group.y)
        for (int x = 0; x < l.p.planes.width; x += group.x) {
            l.memory.use_unit(number++ % std::size_t(std::max(1, run.units)));
            const auto subgroups = subgroups_of(l, map, {x, y}, run.subgroup);
            if (tiles)
                tile_group(l, subgroups, {x, y}, group, run.subgroup);
            else
                direct_group(l, subgroups);
        }
}

/// Form vector: a work-item goes along a row, `vector` pixels at a time; the vector is the sub-group.
void replay_vectors(const Level& l, const CacheRun& run, int vector) {
    for (int y = 0; y < l.p.planes.height; ++y) {
        l.memory.use_unit(std::size_t(y % std::max(1, run.units)));
        for (int x = 0; x < l.p.planes.width; x += vector) {
            Lanes lanes;
            for (int i = x; i < std::min(x + vector, l.p.planes.width); ++i) lanes.push_back({i, y});
            direct_group(l, {lanes});
        }
    }
}

LayoutTables tables_of(const Plan& plan) {
    for (const auto& pass : plan.passes)
        if (pass.stage == Stage::setup)
            return parameters_of<LayoutTables>(std::get<KernelLaunch>(pass.operation));
    throw Error(Exit::internal, "the cache model needs a plan with layout tables");
}

std::vector<std::uint64_t> bases_of(const Plan& plan) {
    constexpr std::uint64_t page = 4096;
    std::vector<std::uint64_t> bases;
    std::uint64_t next = 0;
    for (const auto& buffer : plan.buffers) {
        bases.push_back(next);
        next += (buffer.bytes + page - 1) / page * page;
    }
    return bases;
}

} // namespace

std::vector<CacheCounts> replay_levels(const Plan& plan, const CacheRun& run) {
    const auto tables = tables_of(plan);
    std::vector<CacheCounts> out;
    for (const auto& pass : plan.passes) {
        if (pass.stage != Stage::level) continue;
        const auto& launch = std::get<KernelLaunch>(pass.operation);
        CacheCounts counts{launch.kernel, pass.level, {}, {}, 0, 0, pass.moves.pixels};
        Hierarchy memory(run, counts);
        const auto p = parameters_of<EawLevel>(launch);
        const Level level{pass,
                          launch,
                          p,
                          tables,
                          axis_of(tables, p.x.n, pass.level),
                          axis_of(tables, p.y.n, pass.level),
                          define_of(launch, "LUMA", 1) + define_of(launch, "CHROMA", 2),
                          pass.moves.sample_bytes,
                          bases_of(plan),
                          memory};
        const int vector = define_of(launch, "VECTOR", 1);
        if (vector > 1)
            replay_vectors(level, run, vector);
        else
            replay_pixels(level, run, launch.kernel == "eaw_decompose_tile");
        out.push_back(std::move(counts));
    }
    return out;
}

} // namespace atrous
