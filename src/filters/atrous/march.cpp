// Form `march`: rows per work-item, and a row for each vendor whose devices run it.
#include "filters/atrous/march.h"
#include <algorithm>
#include <string_view>

namespace atrous {
namespace {

/// Devices that have registers for the form: 192 of 32 bits per work-item are enough, and others would write them to memory.
struct Vendor {
    std::string_view name; ///< part of its name, as drivers spell it
    double of_direct; ///< a level's time over that of form `direct`, by `atrous bench`; 0: not measured yet
    const char* source;
};
constexpr Vendor vendors[] = {
    {"NVIDIA", 0,
     "clang 15 and ptxas of CUDA 13, sm_90: .38 of the instructions, 255 registers, no spill; not measured on a GPU"},
};

/// Rows of a work-item, most first: `radius` more are read on both sides of them.
constexpr int most_rows[] = {31, 15, 7};

/// Work-items that a unit has at once, and how often they should come anew: the last ones leave units idle.
constexpr int items_of_unit = 256, fills = 3;

/// At most so many rows, of which, with `radius` more, radius + 1 at a time are in registers.
int rows_up_to(int most, int radius) { return round_up(most + radius, radius + 1) - radius; }

int rows_for(const AtrousFrame& frame) {
    const std::int64_t wanted = std::int64_t(frame.device.units) * items_of_unit * fills;
    const auto* rows = std::ranges::find_if(
        most_rows, [&](int at_most) { return frame.size.pixels() / march_columns / at_most >= wanted; });
    return rows_up_to(rows == std::end(most_rows) ? rows[-1] : *rows, frame.radius);
}

} // namespace

bool prefers_march(const DeviceTraits& device) {
    return !device.is_cpu && std::ranges::any_of(vendors, [&](const Vendor& row) {
        return row.of_direct > 0 && row.of_direct < 1 && device.vendor.find(row.name) != std::string::npos;
    });
}

void set_march(const AtrousFrame& frame, KernelLaunch& launch) {
    const int rows = rows_for(frame);
    launch.defines.push_back(define("MARCH_ROWS", rows));
    if (frame.device.is_cpu) launch.defines.emplace_back("MARCH_ROLLED");
    launch.global[0] = std::size_t((frame.size.width + march_columns - 1) / march_columns);
    launch.global[1] = std::size_t((frame.size.height + rows - 1) / rows);
    launch.local[0] = std::min<std::size_t>(64, frame.device.largest_group);
    launch.local[1] = 1;
}

} // namespace atrous
