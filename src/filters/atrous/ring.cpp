// Chooses the work-groups of form `ring`, in whole waves.
#include "base/error.h"
#include "base/text.h"
#include "filters/atrous/frame.h"
#include "filters/atrous/messages.h"
#include <algorithm>
#include <bit>

namespace atrous {
namespace {

constexpr int default_items = 64;
constexpr int min_rows = 4, max_rows = 32;

/// Work-groups of 64 that a unit runs at once: 168 registers per work-item on NVIDIA's.
constexpr int groups_of_unit = 6;

/// Residue classes of columns that a work-group filters together: as many as fill a sector of 32 bytes, or two.
constexpr int sector = 8, max_residues = 16;

int items_of(const Execution& how, const DeviceTraits& device) {
    return how.group.width > 0 ? how.group.width
                               : int(std::min<std::size_t>(default_items, device.largest_group));
}

/// Bytes of local memory of kernels/eaw/decompose_ring.cl: four rows of the ring, as much as a fifth one for the delta and
/// halves that are being copied, and what the cells show. The residue classes are as many as there may be.
std::size_t local_bytes(int items, int planes) {
    const int padding = 12, row = own_columns * items + padding * std::min(max_residues, items / 2), rows = 5;
    return std::size_t(planes * rows + 1) * std::size_t(row) * sizeof(float);
}

int parts(int all, int of) { return (all + of - 1) / of; }

/// The rows with which the device is done first, if a wave of work-groups takes as long as its rows. `across`: work-groups that share
/// the rows of a residue class, of which there are `count`.
int rows_for(std::int64_t across, int count, int radius, int units) {
    const std::int64_t wave = std::int64_t(std::max(units, 1)) * groups_of_unit;
    const auto cost = [&](int rows) {
        return (across * parts(count, rows) + wave - 1) / wave * (rows + radius);
    };
    int best = max_rows;
    for (int rows = max_rows - 1; rows >= min_rows; --rows)
        if (cost(rows) < cost(best)) best = rows;
    return best;
}

/// Work-groups side by side of a level, with so many residue classes of columns each.
int across(int width, int stride, int items, int residues) {
    return parts(parts(width, stride), own_columns * (items / residues)) * (stride / residues);
}

} // namespace

void check_ring(const Execution& how, int planes, const DeviceTraits& device) {
    const int items = items_of(how, device);
    const std::string group = execution_option(&Execution::group);
    if (items < 2 || !std::has_single_bit(unsigned(items)) || std::size_t(items) > device.largest_group)
        throw usage_error(messages::ring_items, group, items, device.largest_group);
    const std::size_t bytes = local_bytes(items, planes);
    if (bytes > device.local_memory)
        throw usage_error(messages::ring_memory, group, items, format_bytes(bytes),
                          format_bytes(device.local_memory));
}

void set_ring(const AtrousContext& frame, int level, KernelLaunch& launch) {
    const int stride = frame.stride(level), items = items_of(frame.how, frame.device);
    const bool apart = stride > 1;
    const int width = apart ? frame.size.width : frame.cells(frame.size.width, level),
              height = apart ? frame.size.height : frame.cells(frame.size.height, level);
    const int few = std::min({stride, sector, items / 2}), many = std::min({stride, max_residues, items / 2});
    const int residues = // shorter runs waste less if a class has few columns
        across(width, stride, items, many) < across(width, stride, items, few) ? many : few;
    const int groups = across(width, stride, items, residues);
    const int classes = std::min(stride, height),
              count = parts(height, stride); // of rows, and rows of one class
    const int rows = frame.how.group.height > 0
                         ? frame.how.group.height
                         : rows_for(std::int64_t(groups) * classes, count, frame.radius, frame.device.units);
    if (frame.device.is_cpu) launch.defines.push_back(define("STRIDE", stride));
    launch.defines.push_back(define("GROUP_X", items));
    launch.defines.push_back(define("RESIDUES", residues));
    launch.defines.push_back(define("ROWS", rows));
    if (frame.device.compute_capability >= 80) launch.defines.emplace_back("ASYNC_PTX"); // PTX ISA, cp.async
    launch.global[0] = std::size_t(groups) * std::size_t(items);
    launch.global[1] = std::size_t(classes) * std::size_t(parts(count, rows));
    launch.local[0] = std::size_t(items);
    launch.local[1] = 1;
}

void add_column_defines(const DeviceTraits& device, int registers, KernelLaunch& launch) {
    if (device.is_cpu) launch.defines.emplace_back("ROLLED");
    if (device.compute_capability >= 80)
        launch.defines.push_back("-cl-nv-maxrregcount=" + std::to_string(registers));
}

} // namespace atrous
