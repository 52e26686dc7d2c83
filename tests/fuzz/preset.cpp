// Tests that accepted presets are the same after writing and reading.
#include "cli/preset.h"
#include "fuzz.h"

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
