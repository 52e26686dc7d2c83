// Tests headers of OpenEXR files: the walk over all parts after the check of their attributes.
// Sources: src/base/log.cpp src/base/size.cpp src/base/message.cpp src/base/text.cpp src/base/utf8.cpp src/formats/exr/exr_header.cpp
// Sources: src/files/deflate.cpp src/files/file_view.cpp src/files/inflate.cpp src/formats/common/check.cpp
// Sources: src/formats/common/in_order.cpp src/formats/exr/exr_check.cpp src/platform/bytes.cpp src/platform/descriptor.cpp
// Sources: src/platform/heartbeat.cpp src/platform/huge_pages.cpp src/platform/standard_streams.cpp
// Libraries: -lz -ldeflate
#include "formats/exr/exr_header.h"
#include "fuzz_file.h"

using namespace atrous;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // Text after the magic number and a version, with which almost no inputs would begin.
    const std::string bytes = std::string("\x76\x2f\x31\x01\x02", 5) + text_of(data, size);
    const std::filesystem::path path = as_file(bytes);
    refuses([&] { check_exr(exr_headers(path)); });
    refuses([&] {
        for (const ExrPartHeader& part : exr_headers(path)) {
            hold(part.channels.size() <= size);
            part.subsampled();
        }
    });
    return 0;
}
