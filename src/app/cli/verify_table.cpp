// The options of `verify`.
#include "app/cli/file_rows.h"
#include "app/cli/tables.h"

namespace atrous {

const OptionTable& verify_table() {
    static const OptionTable table = with_reading_rows(
        {"verify",
         "[options] LOG|FOLDER...",
         "Looks whether every output of timing logs is there, and has the size and checksum that were logged; of logs without "
         "checksums, whether it can be read to its end. Of a folder the logs in it are read.",
         {{"Options", "jobs", 'j', ValueKind::integer, "N", "one per core",
           "Files that are read at a time, 1 to 1024", 1, 1024},
          {"Options", "json", 0, ValueKind::flag, "", "", "Print JSON"},
          {"Options", "help", 'h', ValueKind::flag, "", "", "Print this"}},
         "  atrous verify out/ && touch done\n"
         "  atrous verify --json timings.jsonl | jq -r '.problems[].output'\n"});
    return table;
}

} // namespace atrous
