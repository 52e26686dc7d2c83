// The checks of all formats, chosen by the first byte, and the chunks of PNG and WebP.
// Sources: src/formats/common/*.cpp src/base/log.cpp src/base/size.cpp src/base/text.cpp src/base/utf8.cpp
// Sources: src/files/deflate.cpp src/formats/exr/exr_header.cpp src/files/file_pieces.cpp src/files/file_view.cpp
// Sources: src/formats/heif/heif_boxes.cpp src/files/inflate.cpp src/formats/tiff/tiff_pages.cpp src/formats/png/chunks.cpp src/formats/webp/webp_chunks.cpp
// Sources: src/metadata/exif_block.cpp src/platform/bytes.cpp src/platform/descriptor.cpp src/platform/heartbeat.cpp
// Sources: src/platform/huge_pages.cpp src/platform/standard_streams.cpp
// Libraries: -lz -ldeflate
#include "formats/common/check.h"
#include "formats/png/chunks.h"
#include "formats/webp/webp_write.h"
#include "fuzz_file.h"
#include "metadata/exif_block.h"

using namespace atrous;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    static constexpr std::string_view formats[] = {"jpeg",     "tiff", "png",     "webp",
                                                   "jpeg2000", "dpx",  "openexr", "gif"};
    const std::string bytes = text_of(data + 1, size - 1);
    const std::filesystem::path path = as_file(bytes);
    refuses([&] { check_file(path, formats[data[0] % std::size(formats)]); });
    for (const ExifPlace place : {ExifPlace::png_chunk, ExifPlace::riff_chunk})
        exif_of(metadata_chunks(path, place));
    std::string png = bytes, webp = bytes;
    add_png_chunks(png, {{"tEXt", "a"}});
    add_webp_metadata(webp, "II*", "<x/>", "");
    return 0;
}
