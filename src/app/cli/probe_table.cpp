// The options of `probe`; those of roles are denoise's.
#include "app/cli/file_rows.h"
#include "app/cli/role_rows.h"
#include "app/cli/tables.h"

namespace atrous {

const OptionTable& probe_table() {
    using enum ValueKind;
    constexpr const char* what = "What is looked at";
    static const OptionTable table = [] {
        OptionTable made{
            "probe",
            "[options] FILES|FOLDERS|PATTERN...",
            "Lists parts, layers and the roles that 'atrous denoise' would give them, finds how motion vectors are "
            "stored, and warns of what would spoil a result, with the option that mends it. Writes nothing.",
            {
                {what, "frames", 0, text, "LIST", "those that are there",
                 "Frames of inputs that are patterns: ranges like 1-100, 1-100x2, with commas between"},
                {what, "recursive", 'r', flag, "", "", "Look into the folders below a folder, too"},
                {what, "every-frame", 0, flag, "", "",
                 "Look at the samples of all frames of a sequence, not only of three in its middle"},
            },
            "Examples:\n"
            "  atrous probe still.exr\n"
            "  atrous probe 'room.####.exr'\n"
            "  atrous probe --json --aovs renderman shot/ | jq .shots[].motion\n"};
        for (const OptionRow& row : role_option_rows()) made.rows.push_back(row);
        made.aliases = role_aliases();
        constexpr const char* results = "Results";
        made.rows.push_back({results, "json", 0, flag, "", "", "Print JSON instead of tables"});
        made.rows.push_back({results, "help", 'h', flag, "", "", "Print this"});
        return with_reading_rows(std::move(made));
    }();
    return table;
}

} // namespace atrous
