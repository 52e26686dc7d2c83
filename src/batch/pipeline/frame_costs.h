// What the frames of a command take of memory, counted before anything is decoded, and what a dry run says of them.
#pragma once
#include "batch/pipeline/batch.h"
#include "filters/atrous/regions.h"
#include "opencl/device.h"

namespace atrous {

/// Told of frames that are opened and fitted. All may throw file errors.
struct FrameCosts {
    int reach = 0;                                             ///< as Batch::reach
    std::uint64_t copies = 2;                                  ///< as Batch::copies
    std::function<std::uint64_t(const Frame&)> result_bytes{}; ///< as Batch::result_bytes
    std::string whole_only{};                                  ///< as Batch::whole_only
    /// Whether this machine keeps the frames of a window once more where they are computed in regions.
    bool keeps_window = false;
    /// What plans within these limits take beside the files.
    std::function<Cost(const Frame&, const MemoryLimits&)> cost;

    /// Of the table of a dry run, beside files and memory.
    std::vector<std::string> columns;
    struct Row {
        std::vector<std::string> cells; ///< of these columns
        std::uint64_t memory = 0;       ///< that the frame takes in all
    };
    std::function<Row(Frame&, const MemoryLimits&, const Cost&)> row;
    /// Of a frame whose first file is opened: what is wrong with it, beyond what opening it finds. May be empty.
    std::function<void(const Frame&)> check{};
};

/// What the filter of a frame takes beside its files.
struct FilterMemory {
    std::uint64_t device = 0; ///< buffers of a plan, in bytes
    std::uint64_t host = 0;   ///< of this machine
    std::uint64_t result = 0; ///< bytes of `host` that stay until the result is written
    std::vector<std::string> cells{};
};
/// The cost and the row of frames whose filter takes what `memory_of` says. The device must live as long.
FrameCosts costs_of_filter(const DeviceInfo& device, std::vector<std::string> columns,
                           const std::function<FilterMemory(const Frame&, const MemoryLimits&)>& memory_of);

/// How large the plans of a frame that is opened and fitted are wanted to be, and may be: the device's memory and
/// --device-memory; where the device computes in this machine's memory, --max-memory and what the machine has, too.
MemoryLimits limits_of(const SessionOptions& options, const DeviceInfo& device, const FrameCosts& costs,
                       const Frame& frame);

/// Pixels whose plan takes at least as much as the part's: three colours, and alpha where there can be one.
Pixels stand_in(const Decoder::ColourPart& part);

} // namespace atrous
