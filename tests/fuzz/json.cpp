// Tests that accepted JSON is the same after writing and reading.
#include "base/json.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    refuses([&] {
        const std::string once = atrous::parse_json(text_of(data, size), "a.json").dump();
        hold(atrous::parse_json(once, "b.json").dump() == once);
    });
    return 0;
}
