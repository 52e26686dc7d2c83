// Form `ring`: the size of work-groups, by whole waves of them.
#include "filters/atrous/ring.h"
#include "base/error.h"
#include "base/text.h"
#include <algorithm>
#include <limits>

namespace atrous {
namespace {

constexpr int usual_items = 64, least_items = 2;
constexpr int most_rows = 32, least_rows = 4;

/// Work-groups of 64 that a unit runs at once: 168 registers per work-item on NVIDIA's.
constexpr int groups_of_unit = 6;

/// Residue classes whose columns fill a sector of 32 bytes.
constexpr int sector_classes = 8;

int items_of(const Execution& how, const DeviceTraits& device) {
    return how.group.width > 0 ? how.group.width
                               : int(std::min<std::size_t>(usual_items, device.largest_group));
}

/// Residue classes of columns that a work-group takes together.
int residues_of(int stride, int items) {
    int residues = std::min(stride, sector_classes);
    while (residues > 1 && (items % residues != 0 || items / residues < least_items)) residues /= 2;
    return residues;
}

/// Bytes of local memory of kernels/eaw/decompose_ring.cl at most: with as many residue classes as there may be.
std::size_t local_bytes(int items, int planes, int sample_bytes) {
    const int cells = planes * (own_columns * items + sector_classes * 12);
    const int of_half = sample_bytes == 2 ? sample_bytes * cells : 0;
    return std::size_t(4) * sizeof(float) * std::size_t(cells) + std::size_t(of_half) +
           std::size_t(sample_bytes * planes * own_columns * items);
}

int up(int count, int step) { return (count + step - 1) / step; }

/// Work-groups along both axes of a level.
struct Groups {
    int across; ///< side by side
    int classes; ///< residue classes of rows
    int count; ///< rows of a class
};

Groups groups_of(const AtrousFrame& frame, int stride, int items, int residues) {
    const int spans = up(up(frame.size.width, stride), own_columns * (items / residues));
    return {spans * (stride / residues), std::min(stride, frame.size.height), up(frame.size.height, stride)};
}

/// The rows with which the device is done first, if a wave of work-groups takes as long as its rows.
int rows_for(const Groups& groups, int radius, int units) {
    int best = most_rows;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (int rows = most_rows; rows >= least_rows; --rows) {
        const std::int64_t all = std::int64_t(groups.across) * groups.classes * up(groups.count, rows);
        const std::int64_t wave = std::int64_t(std::max(units, 1)) * groups_of_unit;
        const std::int64_t cost = (all + wave - 1) / wave * (rows + radius);
        if (cost < least) {
            least = cost;
            best = rows;
        }
    }
    return best;
}

} // namespace

void check_ring(const Execution& how, int planes, const DeviceTraits& device) {
    const int items = items_of(how, device);
    const std::string group = execution_option(&Execution::group);
    if (items < least_items || std::size_t(items) > device.largest_group)
        throw usage_error(group + ": form ring needs " + std::to_string(least_items) + " to " +
                          std::to_string(device.largest_group) + " work-items side by side, not " +
                          std::to_string(items));
    const std::size_t bytes = local_bytes(items, planes, how.storage->bytes);
    if (bytes > device.local_memory)
        throw usage_error(group + " " + std::to_string(items) + "xN: form ring needs " + format_bytes(bytes) +
                          " of local memory, but the device has " + format_bytes(device.local_memory) +
                          "; choose fewer work-items");
}

void set_ring(const AtrousFrame& frame, int level, KernelLaunch& launch) {
    const int stride = frame.stride(level), items = items_of(frame.how, frame.device);
    const int residues = residues_of(stride, items);
    const Groups groups = groups_of(frame, stride, items, residues);
    const int rows = frame.how.group.height > 0 ? frame.how.group.height
                                                : rows_for(groups, frame.radius, frame.device.units);
    if (frame.device.is_cpu) launch.defines.push_back(define("STRIDE", stride));
    launch.defines.push_back(define("GROUP_X", items));
    launch.defines.push_back(define("RESIDUES", residues));
    launch.defines.push_back(define("ROWS", rows));
    if (frame.device.compute_capability >= 80) launch.defines.emplace_back("ASYNC_PTX"); // PTX ISA, cp.async
    launch.global[0] = std::size_t(groups.across) * std::size_t(items);
    launch.global[1] = std::size_t(groups.classes) * std::size_t(up(groups.count, rows));
    launch.local[0] = std::size_t(items);
    launch.local[1] = 1;
}

void add_column_defines(const DeviceTraits& device, int registers, KernelLaunch& launch) {
    if (device.is_cpu) launch.defines.emplace_back("ROLLED");
    if (device.compute_capability >= 80)
        launch.defines.push_back("-cl-nv-maxrregcount=" + std::to_string(registers));
}

} // namespace atrous
