// Tests headers of OpenEXR files: the walk over all parts after the check of their attributes.
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
