// Tests JPEG's marker segments: the check, and insertion of segments.
#include "formats/jpeg/jpeg.h"
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
