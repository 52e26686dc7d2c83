// The options of `scale`.
#include "cli/file_rows.h"
#include "cli/setting_rows.h"
#include "cli/tables.h"

namespace atrous {
namespace {

/// With those of a box behind the factor.
std::vector<OptionRow> size_rows() {
    using enum ValueKind;
    return {
        {filter_heading, "factor", 0, text, "M[xN]", "",
         "How many old pixels a new one is, 1 to 64, or across and down: 8, 4x2"},
        size_row(filter_heading),
        {filter_heading, "upscale", 0, flag, "", "",
         "With --size, enlarge pictures that are smaller than the box"},
        {filter_heading, "fast", 0, flag, "", "",
         "Let the decoder of a JPEG do a part of the factor (2, 4 or 8, so that 2 at least are left for the lowpass), "
         "which takes less time and aliases"}};
}

} // namespace

const std::vector<SettingRow<ScaleSettings>>& scale_rows() {
    static const auto rows = rows_of<ScaleSettings>(scale_facts, filter_heading);
    return rows;
}

const OptionTable& scale_table() {
    static const OptionTable table = [] {
        OptionTable made{"scale", "[options] --factor M|--size WxH FILES|FOLDERS|PATTERN... -o OUT",
                         "Makes pictures smaller without aliasing: proxies and thumbnails of photographs and "
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
        made.shorts = {{"output", "file, folder, or template of {dir} {stem} {ext} {inext} {frame}"},
                       {"factor", "how many old pixels a new one is: 8, or 4x2"},
                       {"size", "or the box that pictures are fitted into"},
                       {"upscale", "with --size, enlarge those that are smaller"},
                       {"fast", "a JPEG's decoder does a part of the factor; aliases a little"},
                       {"recursive", "read sub-folders, too"},
                       {"format", "what outputs are: jpg, png, tif, webp, ..."},
                       {"quality", "of JPEG, WebP, HEIC and AVIF, 1 to 100"},
                       {"output-profile", "convert the colours: srgb, displayp3, ..."},
                       {"frames", "of inputs that are patterns: 1-100"},
                       {"existing", "replace, skip or newer: what to do where an output exists"},
                       {"jobs", "images in work at once"},
                       {"dry-run", "only say what would be done"}};
        return made;
    }();
    return table;
}

} // namespace atrous
