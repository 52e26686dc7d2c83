// Computes frames: sizes of planes and tables, grids, macros.
#include "filters/atrous/frame.h"
#include "atrous/layout.h"
#include "base/error.h"
#include "filters/atrous/execution.h"
#include "filters/atrous/messages.h"
#include <algorithm>

namespace atrous {

using namespace kernels;

namespace {

constexpr int widest_line = 64; // samples
constexpr std::int64_t max_floats = 0x7fffffff;

/// Tables of an axis of n pixels that begin `first` ints into the table buffer. `border`: a Border. `cells`: the most of a
/// level, or 0.
AxisTables axis_tables(int n, int first, int border, int cells) {
    const int length = round_up(n, widest_vector) + widest_vector;
    const int columns = border == BORDER_REFLECT ? AXIS_COLUMNS_REFLECT : AXIS_COLUMNS;
    if (cells > 0)
        cells =
            round_up(cells + 3 * CELL_GAP, widest_vector); // cells before the first run and after the last
    return {n, length, first, length * columns + cells};
}

int layout_of(const Execution& how) {
    return how.schedule->permutes ? how.order->layout : int(LAYOUT_ORIGINAL);
}

/// Samples of a line of a GPU's L1 cache: rows that begin with one are read in the fewest.
int line_samples(const DeviceTraits& device, const Storage& storage) {
    constexpr int line_bytes = 128;
    return device.is_cpu ? widest_vector : line_bytes / storage.bytes;
}

} // namespace

bool plane_is_possible(Size size) {
    return round_up<std::int64_t>(size.width, widest_line) * size.height <= max_floats;
}

kernels::PlaneStack plane_stack(Size size, int reach, int line) {
    if (!plane_is_possible(size)) throw file_error(messages::image_plane, to_string(size), max_floats);
    const int pitch = round_up(size.width, line);
    return {size.width, size.height, pitch, pitch * size.height, round_up(reach + widest_vector, line)};
}

int vector_lanes(const DeviceTraits& device) { return std::clamp(device.native_vector, 4, 16); }

AtrousContext atrous_frame(Size size, const Execution& how, const BorderRule& border, const FrameNeeds& needs,
                           const DeviceTraits& device) {
    const int reach = needs.radius << (how.schedule->permutes ? 0 : needs.levels - 1);
    AtrousContext frame{.size = size,
                        .how = how,
                        .border = border.code,
                        .radius = needs.radius,
                        .levels = needs.levels,
                        .device = device,
                        .vector = how.form->vectors ? vector_lanes(device) : 1,
                        .columns = needs.columns,
                        .planes = plane_stack(size, reach, line_samples(device, *how.storage)),
                        .x = {},
                        .y = {},
                        .tile = {}};
    const auto cells = [&](int n) { return needs.columns > 1 ? frame.cells(n, needs.levels - 1) : 0; };
    frame.x = axis_tables(size.width, 0, border.code, cells(size.width));
    frame.y = axis_tables(size.height, needs.levels * frame.x.level, border.code, cells(size.height));
    if (how.form->tiles)
        frame.tile.emplace(choose_tile(how, needs.radius, needs.tile_planes, device, needs.columns));
    return frame;
}

int AtrousContext::cells(int n, int level) const {
    if (columns == 1) return n;
    return layout_cell({layout_of(how), border == BORDER_MIRROR, n, level}, n - 1) + 1;
}

int add_stack(Plan& plan, const AtrousContext& frame, const std::string& name, int count) {
    const PlaneStack& planes = frame.planes;
    const auto bytes = [&](int samples) {
        return std::size_t(samples) * std::size_t(frame.how.storage->bytes);
    };
    const int buffer = plan.add(Buffer::Kind::planes, name,
                                std::size_t(count) * bytes(planes.plane) + 2 * bytes(planes.guard));
    plan.buffers.back().margins = {bytes(planes.guard), bytes(planes.width), bytes(planes.pitch)};
    return buffer;
}

LayoutTables layout_tables(const AtrousContext& frame) {
    return {frame.x,      frame.y,      layout_of(frame.how), frame.border,
            frame.radius, frame.levels, frame.columns_stay};
}

int add_tables(Plan& plan, const AtrousContext& frame) {
    const int vector = frame.columns > 1 ? frame.columns : frame.vector;
    return add_tables(
        plan, frame,
        {"layout tables", "atrous/layout_tables.cl", "layout_tables", {define("VECTOR", vector)}});
}

int add_tables(Plan& plan, const AtrousContext& frame, TableKernel by) {
    const std::size_t bytes =
        std::size_t(frame.levels) * std::size_t(frame.x.level + frame.y.level) * sizeof(int);
    const int tables = plan.add(Buffer::Kind::tables, by.buffer, bytes);
    KernelLaunch launch{by.file, by.kernel, std::move(by.defines), as_bytes(layout_tables(frame))};
    launch.global[0] = std::size_t(std::max(frame.x.length, frame.y.length));
    launch.global[1] = std::size_t(2 * frame.levels);
    launch.local[0] = std::min<std::size_t>(64, frame.device.largest_group);
    plan.passes.push_back({.stage = Stage::setup,
                           .operation = std::move(launch),
                           .writes = {tables},
                           .moves = {.other_bytes = bytes}});
    return tables;
}

std::vector<std::string> plane_defines(const AtrousContext& frame, int vector) {
    std::vector<std::string> defines = {define("VECTOR", vector)};
    if (frame.how.storage->bytes == 2) {
        defines.emplace_back("STORAGE_HALF");
        if (const char* pairs = pairs_of_halves(frame.device)) defines.emplace_back(pairs);
    }
    if (frame.columns > 1) defines.push_back(define("BLOCK_LENGTH", frame.columns));
    if (const char* exp2 = exact_exp2(frame.device)) defines.emplace_back(exp2);
    return defines;
}

void set_grid(const AtrousContext& frame, KernelLaunch& launch) {
    launch.global[1] = std::size_t(frame.size.height);
    if (frame.vector > 1) return;
    launch.global[0] = std::size_t(frame.size.width);
    const Size group = frame.how.form->rings ? Size{} : frame.how.group; // which has another meaning there
    const std::size_t most = frame.device.largest_group;
    launch.local[0] = group.width > 0 ? std::size_t(group.width) : std::min<std::size_t>(32, most);
    launch.local[1] = group.width > 0 ? std::size_t(group.height) : std::clamp<std::size_t>(most / 32, 1, 4);
}

void set_stride(const AtrousContext& frame, int level, KernelLaunch& launch) {
    if (!frame.device.is_cpu) launch.defines.push_back(define("STRIDE", frame.stride(level)));
}

void set_tile(const AtrousContext& frame, int level, KernelLaunch& launch) {
    const auto defines = tile_defines(*frame.tile);
    launch.defines.insert(launch.defines.end(), defines.begin(), defines.end());
    launch.global[0] =
        std::size_t((frame.cells(frame.size.width, level) + frame.columns - 1) / frame.columns);
    launch.global[1] = std::size_t(frame.cells(frame.size.height, level));
    launch.local[0] = std::size_t(frame.tile->group.width);
    launch.local[1] = std::size_t(frame.tile->group.height);
}

} // namespace atrous
