// Defines the options of `scale`, and reads a scaling request from them.
#include "base/text.h"
#include "cli/file_rows.h"
#include "cli/messages.h"
#include "cli/setting_rows.h"
#include "cli/tables.h"
#include <charconv>

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

/// Returns a whole number within the range of factors, or 0 for other text.
int factor_in(const std::string& text) {
    int value = 0;
    const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = bad == std::errc{} && end == text.data() + text.size();
    return whole && value >= scale_range::factor.least && value <= scale_range::factor.most ? value : 0;
}

/// Reads "8" or "4x2". Throws a usage error with the allowed values.
Size parse_factor(const std::string& text) {
    const auto parts = split(text, 'x');
    const Size factor{parts.empty() ? 0 : factor_in(parts.front()),
                      parts.empty() ? 0 : factor_in(parts.back())};
    if (parts.size() > 2 || factor.width == 0 || factor.height == 0)
        throw usage_error(messages::factor, "--factor", text, decimal(scale_range::factor.least),
                          decimal(scale_range::factor.most));
    return factor;
}

} // namespace

std::optional<ScaleRequest> read_box(const CommandLine& line) {
    constexpr int largest_box = 1 << 20; // pixels
    const std::string* size = line.find("size");
    if (!size) return {};
    ScaleRequest request;
    const bool one_side = size->find_first_not_of("0123456789") == std::string::npos && *size != "0";
    request.box =
        parse_size(one_side ? *size + "x" + *size : *size, "--size", largest_box, "512x512, or 512 for both");
    request.enlarges = line.has("upscale");
    return request;
}

std::optional<ScaleRequest> read_scale_request(const CommandLine& line) {
    std::optional<ScaleRequest> request = read_box(line);
    if (const std::string* const factor = line.find("factor")) {
        if (!request) request.emplace();
        request->factor = parse_factor(*factor);
    }
    if (!request) return {};
    set_given(line, scale_rows(), request->settings);
    resolve(request->settings);
    return request;
}

const std::vector<SettingRow<ScaleSettings>>& scale_rows() {
    static const auto rows = rows_of<ScaleSettings>(scale_facts, filter_heading);
    return rows;
}

const OptionTable& scale_table() {
    static const OptionTable table{
        "scale", "[options] --factor M|--size WxH FILES|FOLDERS|PATTERN... -o OUT",
        "Makes images smaller without aliasing: proxies and thumbnails of photographs and renders.",
        concatenated<OptionRow>({file_rows(), picture_file_rows(), size_rows(), options_of(scale_rows()), running_rows()}),
        "Examples:\n"
        "  atrous scale --factor 8 holiday/ -o proxies/\n"
        "  atrous scale --size 512x512 *.tif -o '{dir}/{stem}_small.jpg'\n"
        "  atrous scale --factor 2 'b.####.exr' -o 'half/b.####.exr'\n"
        "  atrous scale --size 2048x2048 --output-profile srgb holiday/ -o web/\n",
        concatenated<OptionRule>({file_rules(), {{"factor", OptionRule::contradicts, "size"}, intent_rule(),
                                                 {"upscale", OptionRule::needs, "size"}}}),
        {"output", "factor", "size", "upscale", "fast", "recursive", "exclude", "format", "quality", "output-profile",
         "frames", "in-place", "existing", "jobs", "log", "dry-run"}};
    return table;
}

} // namespace atrous
