// The rows of the options that say which layers are what.
#include "app/cli/role_rows.h"
#include "app/cli/setting_makers.h"
#include "base/text.h"
#include "io/aov/table.h"

namespace atrous {
namespace {

using enum ValueKind;
constexpr const char* roles_heading = "Roles";

/// --aovs, and one option per role that a user may name: --albedo, --normal, ...
std::vector<OptionRow> naming_rows() {
    const char* tables =
        kept("What layers are for, by a renderer's names: auto (by what the file says of itself), " +
             joined(aov_table_names()) + ", or a file");
    std::vector<OptionRow> rows{{roles_heading, "aovs", 0, text, "auto|NAME|FILE", "auto", tables}};
    for (const auto& role : aov_roles())
        if (role.guides)
            rows.push_back({roles_heading, role.name, 0, text, "NAME|none", "the table's",
                            kept("Layer that is the " + std::string(role.name) +
                                 ", a name or a pattern with *; none: no layer is")});
    rows.push_back(
        {roles_heading, "light", 0, text, "NAME,..|auto", "",
         "Layers of light (R, G, B) that are filtered with the beauty's weights, so that they still add up "
         "to it; auto: those that the table names"});
    rows.push_back(
        {roles_heading, "layer", 0, text, "NAME|all", "the picture",
         "Which pictures are filtered, where a file has several: a layer, a view layer, a pattern with *, or "
         "all"});
    return rows;
}

std::vector<OptionRow> motion_options() {
    return {
        {roles_heading, "motion-to", 0, text, "previous|next", "the table's", "Which frame vectors lead to",
         0, 0, "previous|next"},
        {roles_heading, "motion-sign", 0, text, "to|from", "the table's",
         "Whether vectors lead to the other frame or come from it", 0, 0, "to|from"},
        {roles_heading, "motion-y", 0, text, "up|down", "the table's", "Which way rows run in vectors", 0, 0,
         "up|down"},
        {roles_heading, "motion-unit", 0, text, "px|uv|ndc", "the table's",
         "Units of vectors: pixels, fractions of the picture, or -1 to 1 across it", 0, 0, "px|uv|ndc"},
        {roles_heading, "motion-scale", 0, number, "S", "the table's", "Factor of vectors"},
        {roles_heading, "motion-premultiplied", 0, flag, "", "", "Vectors are multiplied by alpha"},
    };
}

} // namespace

std::vector<OptionRow> role_option_rows() {
    std::vector<OptionRow> rows = naming_rows();
    for (const OptionRow& row : motion_options()) rows.push_back(row);
    return rows;
}

} // namespace atrous
