// A whole file scaled: pictures, their further channels, windows, metadata, gain maps after the picture of a JPEG; and what the
// log has of it.
#pragma once
#include "batch/pipeline/command.h"
#include "engine/scaling/request.h"
#include "opencl/device.h"
#include <optional>
#include <span>

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

/// How the pictures of a part are scaled, planned by what their file's header says, and what that takes.
struct ScalePlan {
    std::size_t part;
    PartGeometry of;
    Pixels shape; ///< that a picture is expected to have; the plan holds for no other
    std::optional<FilterRegions> fitted{}; ///< nothing where its size stays, and once it is used
    FrameMemory memory{};                  ///< `host`: the result; `device`: the plan, whatever the device
};
ScalePlan plan_scaling(const ScaleRequest& request, std::size_t part, const PartPlace& place,
                       const Pixels& pixels, const DeviceInfo& device, const MemoryLimits& limits);

/// Scales all parts of a file in place; those that come out as large as they are stay as they are. One entry per part that
/// was scaled. `planned`: the plans of its parts, as far as they are known. Throws the errors of filter_pixels().
std::vector<ScaledPart> scale_file(Engine& engine, const ScaleRequest& request, ImageFile& file,
                                   const MemoryLimits& limits, std::span<ScalePlan> planned = {});

/// Bytes of a file's pixels once they are scaled, as if all parts grew like the one that grows most; at least those read.
std::uint64_t scaled_bytes(const ScaleRequest& request, const Decoder& decoder);

/// Crops and scales the gain maps of the frame's result as its picture was, in as many of their pixels per pixel of the picture
/// as before, where its output is a JPEG that may have them. What cannot follow says why. Throws the errors of filter_pixels().
void follow_with_gain_maps(Engine& engine, const WriteOptions& options, Frame& frame);

/// Settings as resolved, factor, new size, how rows were read, regions.
Json scaled_json(const ScaleRequest& request, const ScaledPart& part, const DeviceTraits& device);
/// "by 8 to 752x504", `more`, and how rows were read.
std::string scaled_text(const ScaleRequest& request, const ScaledPart& part, const DeviceTraits& device,
                        const std::string& more = "");
/// "a.exr: 3 samples were NaN or infinite and are replaced".
std::string replaced_text(const std::string& name, const FilterReport& report);

} // namespace atrous
