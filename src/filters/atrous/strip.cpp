// Chooses the width of strips of form `strip`, and the levels at which they pay off.
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "filters/atrous/frame.h"
#include "filters/atrous/messages.h"
#include <algorithm>
#include <bit>

namespace atrous {
namespace {

/// Floats of a row in local memory, widest first: the wider, the fewer columns are computed twice. 320 (120
/// KB at radius 2) stay in the L2 cache of a core.
constexpr int row_floats[] = {320, 160, 112, 80};

/// Rows that a work-item goes down. RADIUS rows above them are computed twice.
constexpr int rows_down = 100;

/// Pixels of a subimage along an axis from which the form does not lose: RADIUS columns on both sides of it are computed,
/// and rows above it.
constexpr int min_subimage = 8;

/// Vector widths with which the form was measured against `vector`.
struct Measured {
    int lanes;
    double
        /// CPU time of a level relative to `vector`: 6016 columns, luma and chroma, radius 2
        of_vector;
    const char* where;
};
constexpr Measured measured[] = {
    {8, 0.71, "AVX2: EPYC Zen 3, 2 cores, PoCL 3.1, LLVM 14"},
    {16, 1.44, "AVX-512: Xeon, 2 cores, PoCL 3.1, LLVM 14"},
};

/// The row of a device's vectors, or null.
const Measured* measured_on(const DeviceTraits& device) {
    const auto* row = std::ranges::find(measured, device.native_vector, &Measured::lanes);
    return row == std::end(measured) ? nullptr : row;
}

int pairs_of(int radius) { return radius + radius * (2 * radius + 1); }

/// Bytes of local memory of kernels/eaw/decompose_strip.cl, whose rows have so many floats.
std::size_t local_bytes(int floats, int radius, const StripNeeds& n) {
    const int ring = 2 * radius + 1, sums = n.planes + 2 * n.groups, results = n.planes + n.groups;
    const int rows = ring * n.planes + (radius + 1) * n.groups * pairs_of(radius) + sums + results;
    const int run_ints = 3 + 2 * radius;
    return sizeof(float) * std::size_t(floats * rows + floats / ring * run_ints);
}

/// Floats of a row that so many positions fill at most: margins, and ghosts around each segment.
int floats_of(int positions, int shortest_segment, int radius, int vector) {
    const int segments = std::min(positions, (positions - 1) / shortest_segment + 2);
    return positions + segments * 2 * radius + 4 * vector;
}

/// The widest rows that fit, or null.
const int* floats_for(const DeviceTraits& device, int radius, const StripNeeds& needs) {
    const int vector = vector_lanes(device);
    const int* end = std::end(row_floats);
    const int* at = std::find_if(std::begin(row_floats), end, [&](int floats) {
        return local_bytes(floats, radius, needs) <= device.local_memory &&
               floats_of(vector, 1, radius, vector) <= floats;
    });
    return at == end ? nullptr : at;
}

} // namespace

bool prefers_strips(const DeviceTraits& device, int radius, const StripNeeds& needs) {
    const Measured* row = measured_on(device);
    return device.is_cpu && row && row->of_vector < 1 && floats_for(device, radius, needs);
}

void check_strip(const DeviceTraits& device, int radius, const StripNeeds& needs) {
    const std::string option = execution_option(&Execution::form);
    if (!floats_for(device, radius, needs))
        throw usage_error(messages::strip_memory, option,
                          format_bytes(local_bytes(std::end(row_floats)[-1], radius, needs)),
                          format_bytes(device.local_memory), option);
    const Measured* row = measured_on(device);
    if (row && row->of_vector > 1 && device.tuned_forms.empty())
        log_verbose(message(messages::strip_slow, option, decimal(row->of_vector), option, row->where));
}

int levels_for_strips(Size image) {
    return int(std::bit_width(unsigned(std::min(image.width, image.height)) / unsigned(min_subimage)));
}

void set_strips(const AtrousContext& frame, int level, const StripNeeds& needs, KernelLaunch& launch) {
    const int floats = *floats_for(frame.device, frame.radius, needs);
    const int shortest = std::max(1, frame.size.width >> level);
    int positions = frame.vector;
    while (floats_of(positions + frame.vector, shortest, frame.radius, frame.vector) <= floats)
        positions += frame.vector;
    launch.defines.push_back(define("STRIP_COLUMNS", floats));
    launch.global[0] = std::size_t((frame.size.width + positions - 1) / positions);
    launch.global[1] = std::size_t((frame.size.height + rows_down - 1) / rows_down);
}

} // namespace atrous
