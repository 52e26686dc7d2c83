// A whole file scaled: pictures, the channels beside them, windows, metadata; and what is said of it.
#pragma once
#include "batch/log/record.h"
#include "engine/scaling/scale_filter.h"
#include "formats/read/decoder.h"
#include "opencl/device.h"

namespace atrous {

/// What a part, or its pictures one after the other, took.
struct ScaledPart {
    std::size_t index = 0; ///< among the file's parts
    Size from, to;
    std::string factor;
    double across = 1;   ///< the filter's factor along rows
    int reduced = 1;     ///< what the file's decoder did of the factor
    FilterReport report; ///< its regions are those of the first picture
};

/// Scales all parts of a file in place; those that come out as large as they are stay as they are. One entry per part that
/// was scaled. Throws the errors of filter_pixels().
std::vector<ScaledPart> scale_file(Engine& engine, const ScaleRequest& request, ImageFile& file,
                                   const MemoryLimits& limits);

/// Memory that scaling a part takes: buffers of a plan, and of this machine what comes beside the decoded file.
struct ScaleMemory {
    PartGeometry of;
    Regions regions{};
    std::uint64_t device = 0, host = 0;
    std::uint64_t result = 0; ///< bytes of `host` that are the scaled picture
};
ScaleMemory scale_memory(const ScaleRequest& request, const PartPlace& place, const Pixels& pixels,
                         const DeviceInfo& device, const MemoryLimits& limits);
/// Bytes of a file's pixels once they are scaled, as if all parts grew like the one that grows most; at least those read.
std::uint64_t scaled_bytes(const ScaleRequest& request, const Decoder& decoder);

/// Settings as resolved, factor, new size, how rows were read, regions.
Json scaled_json(const ScaleRequest& request, const ScaledPart& part, const DeviceTraits& device);
/// "by 8 to 752x504", `more`, and how rows were read.
std::string scaled_text(const ScaleRequest& request, const ScaledPart& part, const DeviceTraits& device,
                        const std::string& more = "");
/// "a.exr: 3 samples were NaN or infinite and are replaced".
std::string replaced_text(const std::string& name, const FilterReport& report);

} // namespace atrous
