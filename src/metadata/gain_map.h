// The numbers of a gain map, which turns an image for ordinary displays into its rendition for bright ones: Ultra HDR image
// format 1.1 (hdrgm), ISO 21496-1, Apple's auxiliary image.
#pragma once
#include "base/size.h"
#include "metadata/metadata.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace atrous {

enum class GainMapKind { ultra_hdr, iso, apple };
/// "Ultra HDR", "ISO 21496-1", "Apple".
const char* gain_map_kind_name(GainMapKind kind);

/// The relation of a map's sample to a gain, of one channel. Gains are in stops, offsets relative to white.
struct GainCurve {
    double least = 0, most = 1, gamma = 1, offset_sdr = 1.0 / 64, offset_hdr = 1.0 / 64;
};

/// HDR light + offset_hdr = 2^gain (SDR light + offset_sdr), on a display of the whole headroom.
struct GainMapNumbers {
    GainMapKind kind = GainMapKind::ultra_hdr;
    std::array<GainCurve, 3> curves{};
    double base_headroom = 0, headroom = 1; ///< stops above white, of the image and of the HDR rendition
    bool own_primaries = false;             ///< gains are for light in the primaries of the map's profile
    bool grows_below = true;                ///< the blocks have a place for the least gain
    std::string unusable{};                 ///< the reason why they cannot be applied, or empty

    /// The gain in stops of a sample (0 to 1) of a channel.
    double gain(std::size_t channel, double sample) const;
    /// The sample that has this gain. It is unbounded, so that ranges can follow.
    double sample(std::size_t channel, double gain) const;
    /// Sets the range of a channel so that it holds these samples, which were found for the old one.
    void widen(std::size_t channel, double lowest, double highest);
};

/// The numbers in the blocks of a JPEG with a map: by ISO, otherwise by hdrgm, otherwise by Apple, with the EXIF block of the image
/// (maker notes 33 and 48). Nothing if there are none.
std::optional<GainMapNumbers> gain_map_numbers(const std::vector<MetadataBlock>& blocks,
                                               const std::string& exif);

/// Puts ranges into the blocks of a map that have some.
void put_gain_ranges(std::vector<MetadataBlock>& blocks, const GainMapNumbers& numbers);

/// The blocks of a new map of so many channels: hdrgm and ISO 21496-1.
std::vector<MetadataBlock> gain_map_blocks(const GainMapNumbers& numbers, int channels);
/// Version numbers only, which announce a map in its image (ISO 21496-1, C.2).
MetadataBlock gain_map_announcement();

/// Facts of a map that its header shows.
struct GainMapFacts {
    Size size;
    int channels = 1;
    GainMapNumbers numbers{};
    /// "Ultra HDR, 504x378, 1 channel, up to 2.6 stops above white".
    std::string text() const;
};

constexpr std::string_view iso_gain_map("urn:iso:std:iso:ts:21496:-1\0", 28);
constexpr const char* hdrgm_space = "http://ns.adobe.com/hdr-gain-map/1.0/";

} // namespace atrous
