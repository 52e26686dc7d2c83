// Adds the tables and the pass along rows of the scale filter.
#include "base/error.h"
#include "filters/atrous/frame.h"
#include "filters/scale/builder.h"
#include "filters/scale/messages.h"
#include <algorithm>
#include <bit>
#include <cmath>

namespace atrous {

using namespace kernels;

namespace {

constexpr int group_sizes[] = {128, 64, 32, 16, 8, 4, 2, 1};
constexpr unsigned min_capacity = 2048; // so that factors share kernels

/// Elements that a work-group reads at most.
int capacity_of(const RowTaps& along, int group) {
    const int apart = int(std::ceil((group - 1) * along.factor)) + 1;
    return int(std::max(min_capacity, std::bit_ceil(unsigned(apart + along.taps.taps))));
}

/// The largest work-group whose elements fit into local memory.
int group_of(const RowTaps& along, int element_bytes, const DeviceTraits& device) {
    for (const int group : group_sizes)
        if (std::size_t(group) <= device.largest_group &&
            std::size_t(capacity_of(along, group)) * std::size_t(element_bytes) <= device.local_memory)
            return group;
    throw usage_error(messages::taps_memory, option_name(scale_facts, &ScaleSettings::access),
                      along.access.row.name, along.taps.taps);
}

KernelLaunch vector_launch(const ScaleRows& p, const DeviceTraits& device) {
    KernelLaunch launch{"scale/rows.cl", "scale_rows_vector", {define("VECTOR", scale_vector(device))}};
    launch.global[0] = std::size_t(p.to.height);
    launch.global[1] = std::size_t(p.planes);
    return launch;
}

KernelLaunch local_launch(const RowTaps& along, const ScaleRows& p, int element_bytes,
                          const DeviceTraits& device) {
    const int group = group_of(along, element_bytes, device);
    const ScaleAccess& order = along.access.order;
    KernelLaunch launch{"scale/rows.cl",
                        "scale_rows_local",
                        {define("GROUP", group), define("CAPACITY", capacity_of(along, group)),
                         define("ACCESS", order.kind), define("TILE", order.tile),
                         define("BANKS", order.banks), define("EXCLUSIVE", order.exclusive)}};
    if (element_bytes > 4) launch.defines.emplace_back("PIXEL_ELEMENTS");
    launch.global[0] = std::size_t(p.to.width);
    launch.global[1] = std::size_t(p.to.height) * std::size_t(p.planes);
    launch.local[0] = std::size_t(group);
    return launch;
}

} // namespace

int scale_vector(const DeviceTraits& device) { return device.is_cpu ? vector_lanes(device) : 1; }

int add_scale_planes(Plan& plan, const std::string& name, const PlaneStack& shape, int planes,
                     int element_bytes) {
    const auto bytes = [&](int elements) { return std::size_t(elements) * std::size_t(element_bytes); };
    const int buffer = plan.add(Buffer::Kind::planes, name,
                                std::size_t(planes) * bytes(shape.plane) + 2 * bytes(shape.guard));
    plan.buffers.back().margins = {bytes(shape.guard), bytes(shape.width), bytes(shape.pitch)};
    return buffer;
}

RowTaps row_taps(const ScaleResolved& settings, const ScaleAxis& axis, const ScaleSpan& outputs,
                 const DeviceTraits& device, int element_bytes) {
    RowTaps along{scale_taps(settings, axis, outputs),
                  scale_access(settings.asked, axis.factor, device, element_bytes), axis.factor};
    const bool scrambled = along.access.row.kind == ACCESS_SCRAMBLED;
    const int step = along.access.row.vectors ? scale_vector(device)
                     : scrambled              ? along.access.order.tile
                                              : 1;
    const int taps = round_up(along.taps.taps, step);
    std::vector<float> filled(std::size_t(along.taps.rows()) * std::size_t(taps), 0.0f);
    for (int row = 0; row < along.taps.rows(); ++row)
        std::copy_n(along.taps.weights.begin() + std::ptrdiff_t(row) * along.taps.taps, along.taps.taps,
                    filled.begin() + std::ptrdiff_t(row) * taps);
    along.taps.weights = std::move(filled);
    along.taps.taps = taps;
    return along;
}

void add_rows(Plan& plan, const RowTaps& along, const ScalePlanes& from, const ScalePlanes& to,
              const DeviceTraits& device) {
    const ScaleRows p{from.shape, to.shape, along.taps.taps, to.count};
    std::vector<int> starts = along.taps.first;
    starts.insert(starts.end(), along.taps.row.begin(), along.taps.row.end());
    const int table = add_table(plan, "starts of outputs", starts);
    const int weights = add_table(plan, "weights along rows", along.taps.weights);
    KernelLaunch launch = along.access.row.vectors ? vector_launch(p, device)
                                                   : local_launch(along, p, from.element_bytes, device);
    launch.parameters = as_bytes(p);
    const std::uint64_t read = std::uint64_t(from.shape.width) * std::uint64_t(from.shape.height);
    plan.passes.push_back({.stage = Stage::level,
                           .operation = std::move(launch),
                           .level = 0,
                           .reads = {from.buffer, table, weights},
                           .writes = {to.buffer},
                           .moves = {.planes_written = to.count,
                                     .sample_bytes = to.element_bytes,
                                     .pixels = std::uint64_t(to.shape.width) * std::uint64_t(to.shape.height),
                                     .other_bytes = read * std::uint64_t(from.count * from.element_bytes)}});
}

ColumnTables column_tables(const ScaleTaps& taps, const ScaleSpan& rows, int active) {
    const int outputs = int(taps.first.size());
    ColumnTables made{active, {}, {}};
    std::vector<int> ends, base;
    for (int i = 0; i < outputs; ++i) {
        made.rows.push_back(std::max(taps.first[std::size_t(i)] - rows.first, 0));
        ends.push_back(std::min(taps.first[std::size_t(i)] + taps.taps - rows.first, rows.count));
    }
    for (int y = 0, lowest = 0; y < rows.count; ++y) {
        while (lowest + 1 < outputs && ends[std::size_t(lowest)] <= y) ++lowest;
        base.push_back(lowest);
    }
    made.weights.resize(std::size_t(rows.count) * std::size_t(made.active));
    for (int y = 0; y < rows.count; ++y)
        for (int k = 0; k < made.active; ++k) {
            const int output = base[std::size_t(y)] + k;
            if (output >= outputs) continue;
            const int tap = y + rows.first - taps.first[std::size_t(output)];
            if (tap >= 0 && tap < taps.taps)
                made.weights[std::size_t(y * made.active + k)] = taps.weights_of(output)[tap];
        }
    made.rows.insert(made.rows.end(), ends.begin(), ends.end());
    made.rows.insert(made.rows.end(), base.begin(), base.end());
    return made;
}

} // namespace atrous
