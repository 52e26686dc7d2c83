// The command line: words between NUL bytes, for rows of every kind.
// Sources: src/app/cli/options.cpp src/app/cli/option_values.cpp src/app/cli/option_help.cpp src/app/cli/suggest.cpp
// Sources: src/base/text.cpp src/base/size.cpp src/model/curve.cpp src/model/curve_text.cpp
#include "app/cli/options.h"
#include "base/text.h"
#include "fuzz.h"

using namespace atrous;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const OptionTable table{"fuzz",
                                   "[options]",
                                   "",
                                   {{"A", "flag", 'f', ValueKind::flag, "", "", ""},
                                    {"A", "text", 't', ValueKind::text, "T", "", "", 0, 0, "one|two"},
                                    {"A", "integer", 'i', ValueKind::integer, "N", "", "", -5, 100, "auto"},
                                    {"A", "number", 'n', ValueKind::number, "X", "", "", 0, 1},
                                    {"A", "list", 'l', ValueKind::list, "X,..", "", "", 0, 1, "off"},
                                    {"A", "curve", 'c', ValueKind::curve, "X,..", "", ""},
                                    {"A", "bytes", 'b', ValueKind::bytes, "SIZE", "", ""}}};
    refuses([&] { parse_options(table, split(text_of(data, size), '\0')); });
    return 0;
}
