// The options of `devices`.
#include "app/cli/tables.h"

namespace atrous {

const OptionTable& devices_table() {
    static const OptionTable table{
        "devices",
        "[options]",
        "Lists the OpenCL devices, and marks the one that atrous would use.",
        {{"Options", "device", 0, ValueKind::text, "WHICH", "auto",
          "The selection to explain: auto, gpu, cpu, an index or a part of a name"},
         {"Options", "json", 0, ValueKind::flag, "", "", "Print JSON"},
         {"Options", "help", 'h', ValueKind::flag, "", "", "Print this"}}};
    return table;
}

} // namespace atrous
