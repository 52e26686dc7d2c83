// Defines the rows of the options that assign roles to layers.
#include "base/text.h"
#include "cli/file_rows.h"
#include "cli/setting_rows.h"
#include "renders/table.h"

// The facts of an option stand in one line, its sentence below:
// clang-format off
namespace atrous {
namespace {

using enum ValueKind;
constexpr const char* roles_heading = "Roles";

/// The roles that a user may name: "beauty|albedo|normal".
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
    const char* tables = kept("Use this table of layer names: auto (by the file's marks), " +
                              joined(aov_table_names()) + ", or a file");
    const char* roles =
        kept("Assign a layer to a role: NAME, a pattern with *, or none; repeat for several. Roles are " +
             joined(split(named_roles(), '|')));
    return under(roles_heading, {
        {.name = "aovs", .kind = text, .value = "auto|NAME|FILE", .fallback = "auto", .help = tables},
        {.name = "role", .kind = named, .value = "ROLE=NAME|none", .fallback = "the table's",
         .help = roles, .words = named_roles()},
        {.name = "light", .kind = text, .value = "NAME,..|auto",
         .help = "Filter these lighting AOVs (R, G, B) like the beauty, so that they still add up to it; auto: the "
                 "table's layers"},
        {.name = "layer", .kind = text, .value = "NAME|all", .fallback = "the beauty",
         .help = "Filter these images of a file: a layer, a view layer, a pattern with * or all"},
        {.name = "motion-stored", .kind = text, .value = "WORDS", .fallback = "the table's",
         .help = "Describe how vectors are stored: to previous|next, sign to|from, y up|down, px|uv|ndc, scale S, "
                 "centre C, premultiplied; with commas between", .check = check_motion_words},
    });
}

} // namespace atrous
