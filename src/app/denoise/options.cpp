// The table of `denoise`, and how it is read.
#include "app/denoise/options.h"
#include "app/batch/role_options.h"
#include "app/denoise/rows.h"
#include "base/error.h"
#include "base/text.h"
#include <filesystem>
#include <limits>

namespace atrous {
namespace {

/// The rows that say what is computed.
std::vector<OptionRow> computing_rows() {
    std::vector<OptionRow> rows = role_option_rows();
    for (const OptionRow& row : options_of(svgf_rows())) rows.push_back(row);
    return rows;
}

/// Whether the filter's option leaves its setting as it is by itself.
bool is_default(const std::string& name, const std::string& value) {
    for (const auto& row : svgf_rows()) {
        if (name != row.option.name) continue;
        SvgfSettings settings;
        row.set(settings, value);
        return row.get(settings).dump() == row.get({}).dump();
    }
    return false;
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
        for (const auto& more : {computing_rows(), denoise_running_rows()})
            made.rows.insert(made.rows.end(), more.begin(), more.end());
        return made;
    }();
    return table;
}

DenoiseOptions denoise_options(const CommandLine& line, const std::vector<std::string>& arguments) {
    DenoiseOptions options;
    read_session_options(line, arguments, options);
    read_role_options(line, options.batch.read, options.lights);
    for (const auto& [name, value] : line.given)
        for (const auto& row : svgf_rows())
            if (name == row.option.name) row.set(options.filter, value);
    options.samples_given = line.has("samples");
    options.settings = settings_text(line);
    constexpr auto any = std::numeric_limits<std::size_t>::max(); // limits of the device, not known yet
    resolve(options.filter, {.largest_group = any, .local_memory = any});
    if (options.inputs.operands.empty() && options.inputs.list.empty())
        throw usage_error(
            "no inputs: give frames, folders or a pattern, or --files-from ('atrous denoise --help')");
    if (options.output.empty())
        throw usage_error("no output: give -o FOLDER/ or a pattern like -o 'clean/room.####.exr'");
    return options;
}

std::string settings_text(const CommandLine& line) {
    std::vector<std::string> words;
    for (const OptionRow& row : computing_rows()) {
        const std::string* value = line.find(row.name);
        if (!value || is_default(row.name, *value)) continue;
        words.push_back(std::string("--") + row.name);
        if (row.kind == ValueKind::flag) continue;
        const bool file = row.name == std::string("aovs"); // its folder is that of one machine
        const std::string text = file ? std::filesystem::path(*value).filename().string() : *value;
        words.push_back(text.find(' ') == std::string::npos ? text : "'" + text + "'");
    }
    return words.empty() ? "defaults" : joined(words, " ");
}

Json denoise_json(const SvgfSettings& settings) { return json_of(svgf_rows(), settings); }

} // namespace atrous
