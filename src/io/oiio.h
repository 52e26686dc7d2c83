// The one door to OpenImageIO, shared by codec*.cpp and by nothing else.
#pragma once
#include "io/channels.h"
#include "io/codec.h"
#include "io/formats.h"
#include <OpenImageIO/imageio.h>
#include <mutex>

namespace atrous {

/// What a part has besides its pixels.
struct Part::Rest {
    OIIO::ImageSpec spec;  ///< as the file has it
    std::string format;    ///< the file's format, as Document::format
    ColourChannels colour; ///< which channels became `pixels`
    Bytes native;          ///< all channels packed, each in its own type; empty when `pixels` holds them all
};

/// Sets OpenImageIO's global options, once. Call before anything else of the library.
void prepare_library();
/// Held while files are opened and parts are sought: OpenImageIO 2.4 races there (its issue 3756).
std::mutex& opening();

OIIO::TypeDesc type_desc(PixelType type);
/// The pixel type in which samples of these types are processed: their own, or f32.
PixelType pixel_type(const std::vector<OIIO::TypeDesc>& types);
std::vector<OIIO::TypeDesc> channel_types(const OIIO::ImageSpec& spec);
/// OpenImageIO's format name for a path's extension; empty when unknown.
std::string format_of_extension(const std::filesystem::path& path);

/// Strided copy of one channel between packed buffers, converting its type.
struct ChannelView {
    std::byte* data; ///< the channel's sample of the first pixel
    OIIO::TypeDesc type;
    std::size_t pixel_bytes;
};
void copy_channel(Size size, const ChannelView& from, const ChannelView& to);
/// Offset in bytes of each channel in a pixel, and the pixel's bytes as last element.
std::vector<std::size_t> channel_offsets(const std::vector<OIIO::TypeDesc>& types);

/// The same picture with another type, transfer and alpha. `alpha` none puts it on black.
Pixels converted(const Pixels& pixels, PixelType type, Transfer transfer, Alpha alpha);

/// One part made ready for a format.
struct Encoded {
    OIIO::ImageSpec spec;
    OIIO::TypeDesc type; ///< of `data`; unknown: each channel in its own type
    const std::byte* data = nullptr;
    Bytes own; ///< `data` lies here unless it lies in the part
};
/// The spec that the format can hold; adds a warning for each fact that it cannot.
OIIO::ImageSpec output_spec(const Part& part, const Format& format, std::vector<std::string>& warnings);
/// The samples that belong to the spec of output_spec.
Encoded encode_part(const Part& part, const Format& format, const OIIO::ImageSpec& spec);

} // namespace atrous
