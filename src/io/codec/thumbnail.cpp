// Made small, converted and compressed in memory.
#include "io/codec/thumbnail.h"
#include "io/codec/oiio.h"
#include "io/codec/shrink.h"
#include <OpenImageIO/filesystem.h>
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr int longest = 160, shortest = 120, quality = 85;

Size size_for(Size size) {
    const bool high = size.height > size.width;
    const double x = high ? shortest : longest, y = high ? longest : shortest;
    const double scale = std::min({1.0, x / size.width, y / size.height});
    const auto scaled = [&](int n) { return std::max(1, int(std::lround(n * scale))); };
    return {scaled(size.width), scaled(size.height)};
}

} // namespace

std::string thumbnail_of(const Pixels& pixels) {
    if (pixels.size.pixels() == 0) return {};
    const Pixels small = converted(shrunk(pixels, {0, 0, pixels.size}, size_for(pixels.size)), PixelType::u8,
                                   {Transfer::srgb, nullptr}, Alpha::none);
    std::vector<unsigned char> bytes;
    OIIO::Filesystem::IOVecOutput file(bytes);
    const auto out = OIIO::ImageOutput::create("jpeg");
    OIIO::ImageSpec spec(small.size.width, small.size.height, small.channels(), OIIO::TypeUInt8);
    spec["compression"] = "jpeg:" + std::to_string(quality);
    if (!out || !out->set_ioproxy(&file) || !out->open("thumbnail.jpg", spec) ||
        !out->write_image(OIIO::TypeUInt8, small.bytes.data.get()) || !out->close())
        return {};
    return jpeg_with_segments({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, {}).value_or("");
}

} // namespace atrous
