// Tests the user's defaults: accepted ones make a command line that its table accepts, too.
// Sources: src/base/embedded_find.cpp src/base/file.cpp src/base/json.cpp src/base/size.cpp src/base/text.cpp
// Sources: src/base/utf8.cpp src/cli/defaults.cpp src/cli/option_values.cpp src/cli/options.cpp src/cli/preset.cpp
// Sources: src/cli/setting_rows.cpp src/cli/suggest.cpp src/filters/eaw/tables.cpp src/graph/curve.cpp src/graph/tables.cpp
// Sources: src/platform/bytes.cpp src/platform/huge_pages.cpp src/platform/private_folder.cpp
// Sources: src/base/message.cpp
// Sources: src/cli/option_help.cpp
#include "cli/defaults.h"
#include "fuzz.h"
#include "fuzz_table.h"

using namespace atrous;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const OptionTable& table = fuzz_table();
    const std::string text = text_of(data, size);
    std::vector<DefaultLine> lines;
    if (refuses([&] { lines = parse_defaults(text, "defaults", {&table}); })) return 0;
    CommandLine line = parse_options(table, {"--number", "1"});
    hold(!refuses([&] { parse_options(table, add_defaults(table, lines, line)); }));
    return 0;
}
