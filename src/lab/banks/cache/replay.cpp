// Visits the work-items of kernels like eaw/decompose.cl and eaw/decompose_tile.cl in the order of a device. The layout
// comes from kernels/atrous/layout.h and tile_map.h, everything else from the frame and from the traffic of the passes.
#include "lab/banks/cache/replay.h"
#include "atrous/layout.h"
#include "atrous/tile_map.h"
#include <algorithm>
#include <bit>

namespace atrous {
namespace {

class Hierarchy {
  public:
    Hierarchy(const CacheRun& run, CacheCounts& counts);
    /// Sets the compute unit of the next accesses.
    void use_unit(std::size_t unit) { unit_ = unit; }
    /// Adds bytes to the access of a sub-group.
    void load(std::uint64_t address, int bytes) { touch(address, bytes, true); }
    void store(std::uint64_t address, int bytes) { touch(address, bytes, false); }
    /// Ends the access of a sub-group: each line that it touched counts once.
    void end_access();

  private:
    void touch(std::uint64_t address, int bytes, bool is_load);
    void access(std::uint64_t line, bool is_load);

    CacheCounts& counts_;
    int line_bits_;
    std::vector<Cache> first_; ///< L1 per unit
    std::vector<Cache> shared_;
    std::size_t unit_ = 0;
    std::vector<std::uint64_t> loads_, stores_; ///< lines of the present access
};

Hierarchy::Hierarchy(const CacheRun& run, CacheCounts& counts)
    : counts_(counts), line_bits_(std::countr_zero(unsigned(run.caches.line))) {
    const auto& levels = run.caches.levels;
    first_.assign(std::size_t(std::max(1, run.units)), Cache(levels[0], run.caches.line));
    for (std::size_t i = 1; i < levels.size(); ++i) shared_.emplace_back(levels[i], run.caches.line);
    counts_.loads.assign(levels.size(), 0);
    counts_.load_hits.assign(levels.size(), 0);
}

void Hierarchy::touch(std::uint64_t address, int bytes, bool is_load) {
    auto& lines = is_load ? loads_ : stores_;
    for (auto line = address >> line_bits_; line <= (address + std::uint64_t(bytes) - 1) >> line_bits_;
         ++line)
        if (lines.empty() || lines.back() != line) lines.push_back(line);
}

void Hierarchy::access(std::uint64_t line, bool is_load) {
    if (is_load) {
        ++counts_.loads[0];
        if (first_[unit_].access(line)) {
            ++counts_.load_hits[0];
            return;
        }
    } else {
        ++counts_.store_lines;
    }
    for (std::size_t i = 0; i < shared_.size(); ++i) {
        const bool hit = shared_[i].access(line);
        if (is_load) {
            ++counts_.loads[i + 1];
            counts_.load_hits[i + 1] += hit;
        }
        if (hit) return;
    }
    ++counts_.memory_lines;
}

void Hierarchy::end_access() {
    for (auto* lines : {&loads_, &stores_}) {
        std::ranges::sort(*lines);
        const auto repeated = std::ranges::unique(*lines);
        lines->erase(repeated.begin(), repeated.end());
        for (const auto line : *lines) access(line, lines == &loads_);
        lines->clear();
    }
}

using namespace kernels;

/// One axis of one level: the written place of each position, and the taps that stay inside.
struct Axis {
    std::vector<int> step, below, above, position_of;
    Layout layout;
};

Axis axis_of(const LayoutTables& t, int n, int level, bool stays) {
    const Layout a{t.order, t.border == BORDER_MIRROR, n, level};
    const bool last = level == t.levels - 1;
    Axis axis;
    axis.layout = a;
    axis.position_of.resize(std::size_t(n));
    for (int p = 0; p < n; ++p) {
        axis.step.push_back(!last ? layout_step(a, p) : stays ? p : layout_pixel(a, p));
        axis.below.push_back(layout_taps_below(a, p, t.radius));
        axis.above.push_back(layout_taps_above(a, p, t.radius));
        axis.position_of[std::size_t(layout_pixel(a, p))] = p;
    }
    return axis;
}

/// The present level.
struct Level {
    const Pass& pass;
    const ReplayFrame& frame;
    bool stored; ///< details are stored in place, or otherwise summed up in the next layout
    Axis x, y;
    std::vector<std::uint64_t> base; ///< first byte of each buffer
    Hierarchy& memory;

    int planes() const { return frame.count; }
    int sample() const { return pass.moves.sample_bytes; }
    bool permutes() const { return frame.tables.order != LAYOUT_ORIGINAL; }
    int stride() const { return permutes() ? 1 : 1 << pass.level; }
    int width() const { return frame.planes.width; }
    int height() const { return frame.planes.height; }
    bool reads_delta() const { return pass.moves.planes_read >= 2 * frame.count; }
    bool writes_coarse() const { return frame.coarse_alone || pass.moves.planes_written >= 2 * frame.count; }
    std::uint64_t address(int buffer, int plane, int px, int py) const {
        const auto at = std::int64_t(frame.planes.guard) + std::int64_t(plane) * frame.planes.plane +
                        std::int64_t(py) * frame.planes.pitch + px;
        return base[std::size_t(buffer)] + std::uint64_t(at * sample());
    }
    /// Position that tap d of position q reads on an axis. -1 = dropped.
    int tap(const Axis& axis, int n, int q, int d) const {
        const int to = q + d * stride(), border = frame.tables.border;
        if (border == BORDER_MIRROR) return std::clamp(to, 0, n - 1);
        if (-axis.below[std::size_t(q)] <= d && d <= axis.above[std::size_t(q)]) return to;
        if (border == BORDER_DROP) return -1;
        if (border == BORDER_REFLECT) return layout_tap_reflected(axis.layout, q, d);
        return axis.position_of[d < 0 ? 0 : std::size_t(n - 1)];
    }
};

struct Place {
    int x, y;
};
using Lanes = std::vector<Place>;

/// Loads tap (dx, dy) of all lanes of a sub-group from global memory.
void load_taps(const Level& l, const Lanes& lanes, int dx, int dy) {
    for (int plane = 0; plane < l.planes(); ++plane) {
        for (const auto& [x, y] : lanes) {
            const int from_x = l.tap(l.x, l.width(), x, dx), from_y = l.tap(l.y, l.height(), y, dy);
            if (from_x >= 0 && from_y >= 0)
                l.memory.load(l.address(l.pass.reads[0], plane, from_x, from_y), l.sample());
        }
        l.memory.end_access();
    }
}

/// The incoming delta, and both results in the next layout.
void finish(const Level& l, const Lanes& lanes) {
    for (int plane = 0; plane < l.planes(); ++plane) {
        for (const auto& [x, y] : lanes) {
            const int to_x = l.x.step[std::size_t(x)], to_y = l.y.step[std::size_t(y)];
            if (l.reads_delta()) l.memory.load(l.address(l.pass.reads[1], plane, x, y), l.sample());
            if (l.writes_coarse()) l.memory.store(l.address(l.pass.writes[0], plane, to_x, to_y), l.sample());
            if (l.frame.coarse_alone) continue;
            l.memory.store(l.address(l.pass.writes[1], plane, l.stored ? x : to_x, l.stored ? y : to_y),
                           l.sample());
        }
        l.memory.end_access();
    }
}

/// All taps of several sub-groups that go from tap to tap together.
void direct_group(const Level& l, const std::vector<Lanes>& subgroups) {
    for (const auto& lanes : subgroups) load_taps(l, lanes, 0, 0);
    for (int dy = -l.frame.tables.radius; dy <= l.frame.tables.radius; ++dy)
        for (int dx = -l.frame.tables.radius; dx <= l.frame.tables.radius; ++dx)
            for (const auto& lanes : subgroups) load_taps(l, lanes, dx, dy);
    for (const auto& lanes : subgroups) finish(l, lanes);
}

/// Fills the tile row by row, with a halo of the radius in whole vectors of `columns`. Taps are then local.
void tile_group(const Level& l, const std::vector<Lanes>& subgroups, Place corner, Place group,
                int subgroup) {
    const int r = l.frame.tables.radius, columns = l.frame.columns;
    const int before = (r + columns - 1) / columns, width = group.x + 2 * before,
              cells = width * (group.y + 2 * r);
    for (int first = 0; first < cells; first += subgroup)
        for (int plane = 0; plane < l.planes(); ++plane) {
            for (int i = first; i < std::min(first + subgroup, cells); ++i) {
                const int x = std::clamp(corner.x + (i % width - before) * columns, 0, l.width() - 1);
                const int y = std::clamp(corner.y - r + i / width, 0, l.height() - 1);
                l.memory.load(l.address(l.pass.reads[0], plane, x, y), l.sample() * columns);
            }
            l.memory.end_access();
        }
    for (const auto& lanes : subgroups) finish(l, lanes);
}

/// The lanes of a work-group at `corner`, by sub-groups. Those outside the image are left out.
std::vector<Lanes> subgroups_of(const Level& l, const TileMap& map, int columns, Place corner, int subgroup) {
    std::vector<Lanes> subgroups;
    for (int lane = 0; lane < map.width * map.height; ++lane) {
        if (lane % subgroup == 0) subgroups.emplace_back();
        for (int c = 0; c < columns; ++c) {
            const Place at{corner.x + tile_map_x(map, lane) * columns + c, corner.y + tile_map_y(map, lane)};
            if (at.x < l.width() && at.y < l.height()) subgroups.back().push_back(at);
        }
    }
    return subgroups;
}

/// Forms direct and tile: a pixel, or a few of a row, per work-item.
void replay_pixels(const Level& l, const CacheRun& run) {
    const auto& local = std::get<KernelLaunch>(l.pass.operation).local;
    const bool tiles = l.frame.tile && (l.permutes() || l.pass.level == 0);
    const TileMap map =
        tiles ? *l.frame.tile : TileMap{TILE_ORDER_ROWS, int(local[0]), int(local[1]), 1, 1, 0};
    const int columns = tiles ? l.frame.columns : 1;
    std::size_t number = 0;
    for (int y = 0; y < l.height(); y += map.height)
        for (int x = 0; x < l.width(); x += map.width * columns) {
            l.memory.use_unit(number++ % std::size_t(std::max(1, run.units)));
            const auto subgroups = subgroups_of(l, map, columns, {x, y}, run.subgroup);
            if (tiles)
                tile_group(l, subgroups, {x, y}, {map.width, map.height}, run.subgroup);
            else
                direct_group(l, subgroups);
        }
}

/// Form vector: a work-item goes along a row, `vector` pixels at a time. The vector is the sub-group.
void replay_vectors(const Level& l, const CacheRun& run, int vector) {
    for (int y = 0; y < l.height(); ++y) {
        l.memory.use_unit(std::size_t(y % std::max(1, run.units)));
        for (int x = 0; x < l.width(); x += vector) {
            Lanes lanes;
            for (int i = x; i < std::min(x + vector, l.width()); ++i) lanes.push_back({i, y});
            direct_group(l, {lanes});
        }
    }
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

std::vector<CacheCounts> replay_levels(const Plan& plan, const ReplayFrame& frame, const CacheRun& run) {
    const bool stored = std::ranges::count(plan.passes, Stage::upward, &Pass::stage) > 0;
    std::vector<CacheCounts> out;
    for (const auto& pass : plan.passes) {
        if (pass.stage != Stage::level) continue;
        CacheCounts counts{name_of(pass), pass.level, {}, {}, 0, 0, pass.moves.pixels};
        Hierarchy memory(run, counts);
        const Level level{
            pass,
            frame,
            stored,
            axis_of(frame.tables, frame.planes.width, pass.level, bool(frame.tables.columns_stay)),
            axis_of(frame.tables, frame.planes.height, pass.level, false),
            bases_of(plan),
            memory};
        if (frame.vector > 1)
            replay_vectors(level, run, frame.vector);
        else
            replay_pixels(level, run);
        out.push_back(std::move(counts));
    }
    return out;
}

} // namespace atrous
