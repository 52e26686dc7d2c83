// OpenImageIO's state, which all of the codec shares, and its types of samples.
#pragma once
#include "formats/common/pass_through.h"
#include "image/pixels.h"
#include <OpenImageIO/imageio.h>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace atrous {

/// Sets OpenImageIO's global options, once. Call before anything else of the library.
void prepare_library();
/// Makes new memory of the process 0 from now on. Returns true the first time. Some decoders leave parts of
/// damaged images unwritten, and memory of other images would show there.
bool zero_new_memory();
/// The reason why reading failed, in one line of at most some 300 characters.
std::string message_of(OIIO::ImageInput& in);
/// Held while files are opened and parts are sought: OpenImageIO 2.4 races there (its issue 3756).
std::mutex& opening();

OIIO::TypeDesc type_desc(PixelType type);
/// The pixel type in which samples of these types are processed: their own, or f32.
PixelType pixel_type(const std::vector<OIIO::TypeDesc>& types);
std::vector<OIIO::TypeDesc> channel_types(const OIIO::ImageSpec& spec);
/// The types of the channels with colours.
std::vector<OIIO::TypeDesc> colour_types(const OIIO::ImageSpec& spec, const ColourChannels& colour);
/// Strided copy of one channel between packed buffers, converting its type.
struct ChannelView {
    std::byte* data; ///< the channel's sample of the first pixel
    OIIO::TypeDesc type;
    std::size_t pixel_bytes;
};
void copy_channel(Size size, const ChannelView& from, const ChannelView& to);
/// The same for some rows of an image, from first up to the end row, which is excluded.
struct RowRange {
    int width, first, behind;
};
void copy_rows(const RowRange& rows, const ChannelView& from, const ChannelView& to);
/// Copies samples of `bytes` bytes, `step` apart, to places `put` apart.
void move_samples(std::size_t bytes, int count, const std::byte* from, std::size_t step, std::byte* to,
                  std::size_t put);
/// Calls work with each row of an image of so many samples per row, as floats, in several threads.
void each_row(const Bytes& image, OIIO::TypeDesc type, int height, std::size_t samples,
              const std::function<void(int y, std::span<const float> row)>& work);
/// Offset in bytes of each channel in a pixel, and the pixel's bytes as last element.
std::vector<std::size_t> channel_offsets(const std::vector<OIIO::TypeDesc>& types);

} // namespace atrous
