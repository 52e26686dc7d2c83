// Scales a whole file: images, their further channels, windows, metadata, and gain maps after the image of a
// JPEG. Also makes the log's record.
#pragma once
#include "batch/pipeline/command.h"
#include "engine/scaling/request.h"
#include "formats/jpeg/appended.h"
#include "opencl/device.h"
#include <optional>
#include <span>

namespace atrous {

/// Times and sizes of a scaled part, with its images one after the other.
struct ScaledPart {
    std::size_t index = 0; ///< among the file's parts
    Size from, to;
    std::string factor;
    double across = 1;   ///< the filter's factor along rows
    int reduced = 1;     ///< the decoder's share of the factor
    FilterReport report; ///< its regions are from the first image
};

/// The plan for scaling the images of a part, based on their file's header, and its memory.
struct ScalePlan {
    std::size_t part;
    PartGeometry of;
    Pixels shape;                          ///< expected for an image. The plan is valid for no other
    std::optional<FilterRegions> fitted{}; ///< nothing if its size stays, and after its use
    FrameMemory memory{};                  ///< `host`: the result, `device`: the plan on any device
};
ScalePlan plan_scaling(const ScaleRequest& request, std::size_t part, const ImageWindow& place,
                       const Pixels& pixels, const DeviceInfo& device, const MemoryLimits& limits);

/// Scales all parts of a file in place, except parts whose size does not change. Returns one entry per scaled
/// part. `planned`: the plans of its parts, as far as they are known. Throws the errors of filter_pixels().
std::vector<ScaledPart> scale_file(Engine& engine, const ScaleRequest& request, ImageFile& file,
                                   const MemoryLimits& limits, std::span<ScalePlan> planned = {});

/// Gives the headers of a file without samples the sizes and places that scale_file() would give them.
void describe_scaled(const ScaleRequest& request, ImageFile& file);

/// Returns the bytes of a file's scaled pixels, as if all parts grew by the largest factor, at least the
/// bytes read.
std::uint64_t scaled_bytes(const ScaleRequest& request, const Decoder& decoder);

/// True if the job's output can have a gain map after its image: it is a JPEG.
bool keeps_gain_map(const WriteOptions& options, const Job& job);
/// True if outputs get PQ or HLG, which holds what a gain map adds.
bool becomes_hdr(const WriteOptions& options);
/// Replaces the image that was read by its HDR rendition for such an output, if it has a gain map. True if it did.
bool take_hdr_rendition(const WriteOptions& options, Frame& frame);
/// Crops and scales a map for the part of its image that is shown now. Returns the factor, or 0 if it stays unchanged.
double move_gain_map(Engine& engine, const AppendedFile& of, ImageFile& map, const MemoryLimits& limits);
/// Crops and scales the gain maps of the frame's result like its image, with the same number of map pixels
/// per image pixel, if its output is a JPEG that may have them. Maps that cannot follow get a reason. Throws
/// the errors of filter_pixels().
void follow_with_gain_maps(Engine& engine, const WriteOptions& options, Frame& frame);

/// Settings as resolved, factor, new size, how rows were read, regions.
Json scaled_json(const ScaleRequest& request, const ScaledPart& part, const DeviceTraits& device);
/// "by 8 to 752x504", `more`, and how rows were read.
std::string scaled_text(const ScaleRequest& request, const ScaledPart& part, const DeviceTraits& device,
                        const std::string& more = "");
/// "a.exr: 3 samples were NaN, infinite or beyond 1e30 and are replaced".
Message replaced_samples(const std::string& name, const FilterReport& report);

} // namespace atrous
