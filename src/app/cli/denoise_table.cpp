// The options of `denoise`.
#include "app/cli/file_rows.h"
#include "app/cli/setting_makers.h"
#include "app/cli/svgf_rows.h"
#include "app/cli/tables.h"
#include "base/text.h"
#include "io/aov/table.h"

namespace atrous {
namespace {

using enum ValueKind;
constexpr const char* roles_heading = "Roles";

/// --aovs, and one option per role that a user may name: --albedo, --normal, ...
std::vector<OptionRow> role_options() {
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
        {roles_heading, "light", 0, text, "NAME,..", "",
         "Layers of light (R, G, B) that are filtered with the beauty's weights, so that they still add up "
         "to it"});
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

/// running_rows(), but that there are no regions.
std::vector<OptionRow> denoise_running_rows() {
    std::vector<OptionRow> rows = running_rows();
    for (OptionRow& row : rows) {
        if (row.name == std::string("device-memory"))
            row.help =
                "Memory that the device may use, like 800M or 4G; a frame whose window needs more fails";
        if (row.name == std::string("max-memory"))
            row.help = "Memory for frames in work, like 800M or 4G; a window that needs more runs alone";
    }
    return rows;
}

} // namespace

const OptionTable& denoise_table() {
    static const OptionTable table = [] {
        OptionTable made{
            "denoise", "[options] FRAMES|FOLDERS|PATTERN... -o OUT",
            "Denoises renders and sequences of them, guided by their albedo, normals, depth and motion.",
            file_rows(),
            "Examples:\n"
            "  atrous denoise shot/ -o clean/\n"
            "  atrous denoise --frames 1-100 --chunk 3/10 'room.####.exr' -o 'clean/room.####.exr'\n"
            "  atrous denoise --temporal none --albedo 'Diff*' still.exr -o clean.exr\n"};
        for (const auto& more :
             {role_options(), motion_options(), options_of(svgf_rows()), denoise_running_rows()})
            made.rows.insert(made.rows.end(), more.begin(), more.end());
        return made;
    }();
    return table;
}

} // namespace atrous
