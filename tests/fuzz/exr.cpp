// Headers of OpenEXR files: the walk over all parts behind the check of their attributes.
// Sources: src/base/log.cpp src/base/size.cpp src/base/text.cpp src/base/utf8.cpp src/io/bytes/exr_header.cpp
// Sources: src/io/bytes/file_view.cpp src/io/check/exr.cpp src/system/bytes.cpp src/system/descriptor.cpp
// Sources: src/system/heartbeat.cpp src/system/huge_pages.cpp src/system/standard_streams.cpp
#include "fuzz_file.h"
#include "io/bytes/exr_header.h"
#include "io/check/check.h"

using namespace atrous;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // Behind the magic number and a version, with which all but a few inputs would not begin.
    const std::string bytes = std::string("\x76\x2f\x31\x01\x02", 5) + text_of(data, size);
    const std::filesystem::path path = as_file(bytes);
    refuses([&] { check_exr(FileView(path)); });
    refuses([&] {
        for (const ExrPartHeader& part : exr_headers(path)) {
            hold(part.channels.size() <= size);
            part.subsampled();
        }
    });
    return 0;
}
