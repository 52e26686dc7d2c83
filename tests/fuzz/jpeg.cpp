// JPEG's marker segments: the check, and putting segments in.
// Sources: src/base/log.cpp src/base/size.cpp src/base/text.cpp src/base/utf8.cpp src/io/bytes/deflate.cpp
// Sources: src/io/bytes/exr_header.cpp src/io/bytes/file_pieces.cpp src/io/bytes/file_view.cpp
// Sources: src/io/bytes/heif_boxes.cpp src/io/bytes/inflate.cpp
// Sources: src/io/bytes/tiff_pages.cpp src/io/check/check.cpp src/io/check/exr.cpp src/io/check/gif.cpp
// Sources: src/io/check/headers.cpp src/image/icc.cpp src/io/check/jpeg.cpp src/io/check/png.cpp src/io/check/riff.cpp
// Sources: src/io/check/tiff.cpp src/io/check/xmp.cpp src/io/metadata/jpeg.cpp src/system/bytes.cpp
// Sources: src/system/descriptor.cpp src/system/heartbeat.cpp src/system/huge_pages.cpp src/system/standard_streams.cpp
// Libraries: -ljpeg -lz -ldeflate
#include "io/metadata/jpeg.h"
#include "fuzz_file.h"
#include "io/check/check.h"

using namespace atrous;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes = text_of(data, size);
    check_jpeg(FileView(as_file(bytes)));
    const std::vector<JpegSegment> segments = {{0xE1, bytes.substr(0, 100)}, {0xFE, "comment"}};
    if (const auto changed = jpeg_with_segments(bytes, segments)) hold(changed->starts_with("\xff\xd8"));
    for (const JpegSegment& segment : segments) belongs_to_old_file(segment);
    return 0;
}
