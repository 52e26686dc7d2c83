// Tests that accepted presets are the same after writing and reading.
// Sources: src/base/embedded_find.cpp src/base/file.cpp src/base/json.cpp src/base/size.cpp src/base/text.cpp
// Sources: src/base/utf8.cpp src/cli/option_values.cpp src/cli/preset.cpp src/cli/setting_rows.cpp src/cli/suggest.cpp
// Sources: src/filters/eaw/tables.cpp src/graph/curve.cpp src/graph/tables.cpp
// Sources: src/base/message.cpp
#include "cli/preset.h"
#include "fuzz.h"
#include "fuzz_embedded.h"

using namespace atrous;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    refuses([&] {
        const Preset preset = parse_preset(text_of(data, size), "fuzz");
        EawSettings settings;
        apply_preset(preset, "lab", settings);
        const std::string once = preset_text(preset);
        hold(preset_text(parse_preset(once, "fuzz")) == once);
    });
    return 0;
}
