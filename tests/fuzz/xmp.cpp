// Tests XMP, and darktable's sidecars.
// Sources: src/base/file.cpp src/base/message.cpp src/base/text.cpp src/base/utf8.cpp src/files/inflate.cpp src/formats/common/check.cpp src/commands/enhance/darktable_xmp.cpp
// Libraries: -lpugixml -lz
#include "commands/enhance/darktable_xmp.h"
#include "formats/common/check.h"
#include "fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = text_of(data, size);
    atrous::check_xmp(text);
    refuses([&] { atrous::read_darktable_xmp(as_file(text)); });
    return 0;
}
