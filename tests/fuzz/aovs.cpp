// Tests that accepted AOV tables find their layers in any names.
#include "fuzz.h"
#include "renders/layers.h"
#include "renders/table.h"

using namespace atrous;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = text_of(data, size);
    refuses([&] {
        const AovTable table = parse_aov_table(text, "fuzz.aov");
        for (const AovRow& row : table.rows) {
            hold(!row.patterns.empty());
            for (const std::string& pattern : row.patterns) glob(pattern, text.substr(0, 200));
        }
    });
    return 0;
}
