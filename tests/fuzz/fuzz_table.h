// Defines a command with an option of every kind.
#pragma once
#include "cli/options.h"

inline const atrous::OptionTable& fuzz_table() {
    using enum atrous::ValueKind;
    static const atrous::OptionTable table{"fuzz",
                                           "[options]",
                                           "",
                                           {{"A", "flag", 'f', flag, "", "", ""},
                                            {"A", "text", 't', text, "T", "", "", 0, 0, "one|two"},
                                            {"A", "integer", 'i', integer, "N", "", "", -5, 100, "auto"},
                                            {"A", "number", 'n', number, "X", "", "", 0, 1},
                                            {"A", "list", 'l', list, "X,..", "", "", 0, 1, "off"},
                                            {"A", "curve", 'c', curve, "X,..", "", ""},
                                            {"A", "bytes", 'b', bytes, "SIZE", "", ""}}};
    return table;
}
