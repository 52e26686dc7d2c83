// The checks of all formats, chosen by the first byte, and the chunks of PNG and WebP.
// Sources: src/io/check/*.cpp src/base/log.cpp src/base/size.cpp src/base/text.cpp src/base/utf8.cpp
// Sources: src/io/bytes/deflate.cpp src/io/bytes/exr_header.cpp src/io/bytes/file_pieces.cpp src/io/bytes/file_view.cpp
// Sources: src/io/bytes/heif_boxes.cpp src/io/bytes/inflate.cpp src/io/bytes/tiff_pages.cpp src/io/metadata/chunks.cpp src/io/metadata/chunks_read.cpp
// Sources: src/io/metadata/exif_block.cpp src/system/bytes.cpp src/system/descriptor.cpp src/system/heartbeat.cpp
// Sources: src/system/huge_pages.cpp src/system/standard_streams.cpp
// Libraries: -lz -ldeflate
#include "fuzz_file.h"
#include "io/check/check.h"
#include "io/metadata/chunks.h"
#include "io/metadata/exif_block.h"

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
    webp_compressions(path);
    std::string png = bytes, webp = bytes;
    add_png_chunks(png, {{"tEXt", "a"}});
    add_webp_metadata(webp, "II*", "<x/>", "");
    return 0;
}
