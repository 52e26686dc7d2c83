// Defines the options of `scale`.
#include "cli/file_rows.h"
#include "cli/setting_rows.h"
#include "cli/tables.h"

// The facts of an option stand in one line, its sentence below:
// clang-format off
namespace atrous {
namespace {

/// The factor's row and the rows of a box.
std::vector<OptionRow> size_rows() {
    using enum ValueKind;
    return under(filter_heading, {
        {.name = "factor", .kind = size, .value = "M[xN]",
         .help = "Divide width and height by M, a whole number from 1 to 64; MxN: across and down"},
        size_row(),
        {.name = "upscale", .help = "Enlarge images that are smaller than the box of --size"},
        {.name = "fast", .help = "Let the JPEG decoder do a part of the factor; faster, with some aliasing"},
    });
}

} // namespace

const std::vector<SettingRow<ScaleSettings>>& scale_rows() {
    static const auto rows = rows_of<ScaleSettings>(scale_facts, filter_heading);
    return rows;
}

const OptionTable& scale_table() {
    static const OptionTable table = [] {
        OptionTable made{"scale", "[options] --factor M|--size WxH FILES|FOLDERS|PATTERN... -o OUT",
                         "Makes images smaller without aliasing: proxies and thumbnails of photographs and "
                         "renders.",
                         file_rows(),
                         "Examples:\n"
                         "  atrous scale --factor 8 holiday/ -o proxies/\n"
                         "  atrous scale --size 512x512 *.tif -o '{dir}/{stem}_small.jpg'\n"
                         "  atrous scale --factor 2 'b.####.exr' -o 'half/b.####.exr'\n"
                         "  atrous scale --size 2048x2048 --output-profile srgb holiday/ -o web/\n"};
        for (const auto& more : {picture_file_rows(), size_rows(), options_of(scale_rows()), running_rows()})
            made.rows.insert(made.rows.end(), more.begin(), more.end());
        made.rules = file_rules();
        made.rules.push_back({"factor", OptionRule::contradicts, "size"});
        made.rules.push_back(intent_rule());
        made.rules.push_back({"upscale", OptionRule::needs, "size"});
        made.shorts = {"output",   "factor", "size",    "upscale",        "fast",   "recursive",
                       "exclude",  "format", "quality", "output-profile", "frames", "in-place",
                       "existing", "jobs",   "log",     "dry-run"};
        return made;
    }();
    return table;
}

} // namespace atrous
