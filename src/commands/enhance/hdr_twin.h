// Filters the HDR rendition of an image with a gain map like the image, and makes a new map from both results.
#pragma once
#include "batch/pipeline/command.h"
#include "commands/enhance/options.h"
#include "engine/enhance/eaw_filter.h"
#include "formats/common/hdr_rendition.h"

namespace atrous {

/// The settings for an HDR rendition of such pixels: the same ones, in the space for light above white.
EawResolved hdr_settings(const SettingsBySpace& settings, const Pixels& pixels, const DeviceTraits& device);
/// The shape of the rendition that is filtered for a map of so many channels: of one channel only the luminance.
Pixels hdr_shape(const Pixels& pixels, int map_channels);

/// The map of an opened frame that follows its filtered image, or nothing.
std::optional<GainMapFacts> twin_map(const EnhanceOptions& options, const Frame& frame);

/// A gain map on its way to the filtered image.
struct HdrTwin {
    std::size_t item; ///< of AppendedFile::found
    ImageFile file;   ///< of the map
    GainMap map;
    Pixels pixels;    ///< the rendition
    PixelGrid grid{}; ///< its pixels that are computed
};

/// The twin of the file's image before it is filtered, of which `pixels` is the part to compute. Nothing if there is no map, the
/// output does not keep it, or it cannot be applied; then it gets the reason, or a warning.
std::optional<HdrTwin> hdr_twin(const EnhanceOptions& options, Frame& frame, const Pixels& pixels,
                                const BorderRule& border);

/// Filters the twin. Returns what the filter took.
RunReport filter_twin(const EnhanceOptions& options, NoiseSource& noise, Engine& engine,
                      const MemoryLimits& limits, HdrTwin& twin);

/// Puts the map of both filtered renditions into the file, whose image is `inner` of the twin, or the reason why it cannot be made.
/// Further maps are left out.
void put_new_map(Engine& engine, const Rect& inner, Frame& frame, HdrTwin twin);

} // namespace atrous
