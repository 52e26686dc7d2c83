// Fuzzes the removal of Photoshop's image resources: removed ones are gone, and the others stay.
#include "fuzz.h"
#include "metadata/exif_block.h"

using namespace atrous;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string old = text_of(data, size);
    std::string block = old;
    const bool had = remove_resources(block, photoshop_iptc);
    hold(had ? block.size() < old.size() : block == old);
    hold(!remove_resources(block, photoshop_iptc));
    return 0;
}
