// The rows of the options that say which layers are what.
#include "base/text.h"
#include "cli/file_rows.h"
#include "cli/setting_rows.h"
#include "renders/table.h"

namespace atrous {
namespace {

using enum ValueKind;
constexpr const char* roles_heading = "Roles";

/// Those that a user may name: "beauty|albedo|normal".
const char* named_roles() {
    std::string names;
    for (const auto& role : aov_roles())
        if (role.guides) names += (names.empty() ? "" : "|") + std::string(role.name);
    return kept(names);
}

void check_motion_words(const std::string& words, const std::string& where) {
    read_aov_words(AovRole::motion, words, where);
}

} // namespace

std::vector<OptionRow> role_option_rows() {
    const char* tables =
        kept("What layers are for, by a renderer's names: auto (by what the file says of itself), " +
             joined(aov_table_names()) + ", or a file");
    const char* roles =
        kept("Layer that has a role, a name or a pattern with *, or none: no layer has it; roles are " +
             joined(split(named_roles(), '|')) + ", and each may be given");
    return {
        {roles_heading, "aovs", 0, text, "auto|NAME|FILE", "auto", tables},
        {roles_heading, "role", 0, named, "ROLE=NAME|none", "the table's", roles, 0, 0, named_roles()},
        {roles_heading, "light", 0, text, "NAME,..|auto", "",
         "Layers of light (R, G, B) that are filtered with the beauty's weights, so that they still add up "
         "to it; auto: those that the table names"},
        {roles_heading, "layer", 0, text, "NAME|all", "the picture",
         "Which pictures are filtered, where a file has several: a layer, a view layer, a pattern with *, or "
         "all"},
        {roles_heading, "motion-stored", 0, text, "WORDS", "the table's",
         "How vectors are stored, in the words of AOV tables with commas between, like 'to previous, y up, px': "
         "to previous or next (which frame they lead to), sign to or from (whether they lead there or come from "
         "there), y up or down (which way rows run), px, uv or ndc (pixels, fractions of the picture, or -1 to 1 "
         "across it), scale S (a factor), centre C (the value of no motion), premultiplied (by alpha)",
         0, 0, "", check_motion_words},
    };
}

} // namespace atrous
