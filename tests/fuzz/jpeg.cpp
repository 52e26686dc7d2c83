// JPEG's marker segments: the check, and putting segments in.
// Sources: src/base/log.cpp src/base/size.cpp src/base/text.cpp src/base/utf8.cpp src/files/deflate.cpp
// Sources: src/formats/exr/exr_header.cpp src/files/file_pieces.cpp src/files/file_view.cpp
// Sources: src/formats/gif/gif_blocks.cpp src/formats/heif/heif_boxes.cpp src/files/inflate.cpp
// Sources: src/formats/tiff/tiff_pages.cpp src/formats/dispatch/check.cpp src/formats/exr/check_exr.cpp src/formats/gif/check_gif.cpp
// Sources: src/formats/dispatch/check_headers.cpp src/image/icc.cpp src/formats/jpeg/check_jpeg.cpp src/formats/png/check_png.cpp src/formats/webp/check_webp.cpp
// Sources: src/formats/tiff/check_tiff.cpp src/formats/common/check_xmp.cpp src/formats/jpeg/jpeg.cpp src/platform/bytes.cpp
// Sources: src/platform/descriptor.cpp src/platform/heartbeat.cpp src/platform/huge_pages.cpp src/platform/standard_streams.cpp
// Libraries: -ljpeg -lz -ldeflate
#include "formats/jpeg/jpeg.h"
#include "formats/common/check.h"
#include "fuzz_file.h"

using namespace atrous;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes = text_of(data, size);
    check_jpeg(FileView(as_file(bytes)));
    const std::vector<JpegSegment> segments = {{0xE1, bytes.substr(0, 100)}, {0xFE, "comment"}};
    if (const auto changed = jpeg_with_segments(bytes, segments)) hold(changed->starts_with("\xff\xd8"));
    for (const JpegSegment& segment : segments) belongs_to_old_file(segment);
    return 0;
}
