// Tests XMP, and darktable's sidecars.
#include "commands/enhance/darktable_xmp.h"
#include "formats/common/check.h"
#include "fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = text_of(data, size);
    atrous::check_xmp(text);
    refuses([&] { atrous::read_darktable_xmp(as_file(text)); });
    return 0;
}
