// The user's defaults: what is taken makes a command line that its table takes, too.
// Sources: src/app/cli/defaults.cpp src/app/cli/headed_lines.cpp src/app/cli/options.cpp src/app/cli/option_values.cpp
// Sources: src/app/cli/option_help.cpp src/app/cli/suggest.cpp src/base/text.cpp src/base/size.cpp src/model/curve.cpp
// Sources: src/model/curve_text.cpp
#include "app/cli/defaults.h"
#include "fuzz.h"

using namespace atrous;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const OptionTable table{"fuzz",
                                   "[options]",
                                   "",
                                   {{"A", "flag", 'f', ValueKind::flag, "", "", ""},
                                    {"A", "text", 't', ValueKind::text, "T", "", "", 0, 0, "one|two"},
                                    {"A", "number", 'n', ValueKind::number, "X", "", "", 0, 1},
                                    {"A", "list", 'l', ValueKind::list, "X,..", "", "", 0, 1, "off"},
                                    {"A", "bytes", 'b', ValueKind::bytes, "SIZE", "", ""}}};
    const std::string text = text_of(data, size);
    std::vector<DefaultLine> lines;
    if (refuses([&] { lines = parse_defaults(text, "defaults", {&table}); })) return 0;
    hold(!refuses([&] { parse_options(table, with_defaults(table, lines, {"--number", "1"})); }));
    return 0;
}
