// The options of `scale`.
#include "app/cli/file_rows.h"
#include "app/cli/scale_rows.h"
#include "app/cli/tables.h"

namespace atrous {
namespace {

std::vector<OptionRow> size_rows() {
    using enum ValueKind;
    return {
        {scale_heading, "factor", 0, text, "M[xN]", "",
         "How many old pixels a new one is, 1 to 64, or across and down: 8, 4x2"},
        {scale_heading, "size", 0, text, "WxH", "",
         "Fit into a box of so many pixels instead, as viewers show the picture; the shape is kept"},
        {scale_heading, "upscale", 0, flag, "", "",
         "With --size, enlarge pictures that are smaller than the box; without it they stay as they are"},
    };
}

} // namespace

const OptionTable& scale_table() {
    static const OptionTable table = [] {
        OptionTable made{"scale", "[options] --factor M|--size WxH FILES|FOLDERS|PATTERN... -o OUT",
                         "Makes pictures smaller without aliasing: proxies and thumbnails of photographs and "
                         "renders.",
                         file_rows(),
                         "Examples:\n"
                         "  atrous scale --factor 8 holiday/ -o proxies/\n"
                         "  atrous scale --size 512x512 *.tif -o '{dir}/{stem}_small.jpg'\n"
                         "  atrous scale --factor 2 'b.####.exr' -o 'half/b.####.exr'\n"};
        for (const auto& more : {picture_file_rows(), size_rows(), options_of(scale_rows()), running_rows()})
            made.rows.insert(made.rows.end(), more.begin(), more.end());
        made.rules = file_rules();
        made.rules.push_back({"factor", OptionRule::contradicts, "size"});
        made.rules.push_back({"upscale", OptionRule::needs, "size"});
        return made;
    }();
    return table;
}

} // namespace atrous
