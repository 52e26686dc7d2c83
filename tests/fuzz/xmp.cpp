// XMP, and darktable's sidecars.
// Sources: src/base/file.cpp src/io/bytes/inflate.cpp src/io/check/xmp.cpp src/io/darktable/xmp.cpp
// Libraries: -lpugixml -lz
#include "io/darktable/xmp.h"
#include "fuzz_file.h"
#include "io/check/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = text_of(data, size);
    atrous::check_xmp(text);
    refuses([&] { atrous::read_darktable_xmp(as_file(text)); });
    return 0;
}
