// The options of `denoise`; how each setting of the SVGF filter is spelt, checked, read and logged: of the filter's facts,
// and what some bring along.
#include "cli/file_rows.h"
#include "cli/setting_rows.h"
#include "cli/tables.h"
#include "filters/svgf/settings.h"
#include <algorithm>
#include <charconv>

namespace atrous {
namespace {

using Rows = std::vector<SettingRow<SvgfSettings>>;

/// "window:K" as K, or -1.
int reach_of(const std::string& value, const Range& range) {
    constexpr std::string_view prefix = "window:";
    if (!value.starts_with(prefix)) return -1;
    int reach = -1;
    const char* const end = value.data() + value.size();
    const auto read = std::from_chars(value.data() + prefix.size(), end, reach);
    return read.ec == std::errc() && read.ptr == end && reach <= range.most ? reach : -1;
}

/// "none", "recursive" or "window:K". A history comes with what the paper has.
SettingRow<SvgfSettings> row_of_temporal(const Fact<SvgfSettings, int>& fact) {
    const auto reader = [=](const std::string& value) -> Change<SvgfSettings> {
        const bool recursive = value == "recursive";
        const int reach = recursive || value == "none" ? 0 : reach_of(value, fact.range);
        if (reach < 0)
            throw usage_error(std::string("--") + fact.name + " " + value +
                              ": give none, recursive, or window:K with K from 0 to " +
                              decimal(fact.range.most));
        return [=](SvgfSettings& s) {
            s.recursive = recursive;
            s.reach = reach;
            if (!recursive) return;
            s.fit = 0;
            s.sigma_luma = 4;
            s.sigma_normal = 128;
            s.sigma_depth = 1;
        };
    };
    return with_default<SvgfSettings>(
        {option_of(fact, filter_heading, ValueKind::text), reader, [](const SvgfSettings& s) {
             return Json(s.recursive    ? "recursive"
                         : s.reach == 0 ? "none"
                                        : "window:" + std::to_string(s.reach));
         }});
}

/// Gaussians come with settings that suit them.
void bring_along(SettingRow<SvgfSettings>& filter) {
    filter.reader = [reader = filter.reader](const std::string& value) -> Change<SvgfSettings> {
        return [change = reader(value)](SvgfSettings& s) {
            change(s);
            if (s.filter->gaussian) s.reach = s.fit = 0;
        };
    };
}

Rows own_rows() {
    Rows rows;
    for_each_fact(svgf_facts, [&](const auto& fact) {
        if constexpr (std::is_same_v<decltype(fact.member), int SvgfSettings::*>)
            if (fact.member == &SvgfSettings::reach) return rows.push_back(row_of_temporal(fact));
        rows.push_back(row_of(fact, filter_heading));
    });
    bring_along(row_named(rows, name_of(svgf_facts, &SvgfSettings::filter)));
    // A file may say how many there are, which reading it tells (DenoiseOptions::samples_given).
    row_named(rows, name_of(svgf_facts, &SvgfSettings::samples)).option.fallback =
        "what the file says, else 8";
    return rows;
}

} // namespace

const std::vector<SettingRow<SvgfSettings>>& svgf_rows() {
    static const auto rows = [] {
        Rows all = own_rows();
        for (const auto& row : execution_rows())
            if (const std::string name = row.option.name;
                name == "storage" || name == "schedule" || name == "order" || name == "form")
                all.push_back(row_of_execution(row, &SvgfSettings::how));
        return all;
    }();
    return rows;
}

SvgfSettings filter_settings(const CommandLine& line, bool given) {
    SvgfSettings settings;
    const auto is_first = [](const std::string& name) { return name == "filter" || name == "temporal"; };
    const auto take = [&](bool first) {
        for (const auto& row : svgf_rows())
            if (const std::string* value = line.find(row.option.name);
                value && is_first(row.option.name) == first)
                row.set(settings, *value);
    };
    take(true);
    if (given) take(false);
    return settings;
}

bool gives_samples(const CommandLine& line) { return line.value("samples", "auto") != "auto"; }

namespace {

/// file_rows(), and what else can be said of outputs.
std::vector<OptionRow> denoise_file_rows() {
    std::vector<OptionRow> rows = file_rows();
    const auto frames = std::ranges::find(rows, std::string("frames"), &OptionRow::name);
    rows.insert(
        frames + 1,
        {files_heading, "no-handles", 0, ValueKind::flag, "", "",
         "Frames that --frames does not name count as if they were not there; without it those that a window "
         "reaches are read, so that a task has the bytes of the whole run"});
    rows.push_back(
        {files_heading, "only-filtered", 0, ValueKind::flag, "", "",
         "Write only the channels that are filtered, with the picture's alpha: leave out those that "
         "pass through, and parts without any other"});
    return rows;
}

/// running_rows(), in the words of windows.
std::vector<OptionRow> denoise_running_rows() {
    static const std::string device = std::string(device_help) + "; takes one device";
    std::vector<OptionRow> rows = running_rows();
    for (OptionRow& row : rows) {
        if (row.name == std::string("device")) row.help = device.c_str();
        if (row.name == std::string("device-memory"))
            row.help =
                "Memory that the device may use for a frame's window, like 800M or 4G; one that needs more is "
                "computed in overlapping regions, with the same result";
        if (row.name == std::string("max-memory"))
            row.help =
                "Memory for frames in work, like 800M or 4G; a window that needs more runs alone, on a CPU in "
                "overlapping regions";
    }
    return rows;
}

/// What becomes of a picture beside the filter.
std::vector<OptionRow> picture_rows() {
    return {
        {filter_heading, "alpha", 0, ValueKind::text, "keep|filter", "keep",
         "What becomes of the picture's alpha: it stays, or is filtered with the beauty's weights", 0, 0,
         "keep|filter"},
        {filter_heading, "clamp-fireflies", 0, ValueKind::number, "K", "off",
         "Scale pixels more than K times, 1 to 1000000, as bright as those around them and as the picture, all "
         "lights alike, before anything is gathered; takes light away",
         1, 1e6}};
}

} // namespace

std::vector<OptionRow> denoise_computing_rows() {
    std::vector<OptionRow> rows = role_option_rows();
    rows.push_back(
        {"Roles", "from", 0, ValueKind::text, "ROLE=PATTERN", "",
         "Read a role from OpenEXR files of its own, like albedo=alb.####.exr; may be given for several "
         "roles. --role ROLE=NAME then names the layer in there"});
    std::vector<OptionRow> filter = options_of(svgf_rows());
    const auto how = std::ranges::find_if(
        filter, [](const OptionRow& row) { return row.group != std::string(filter_heading); });
    const std::vector<OptionRow> picture = picture_rows();
    filter.insert(how, picture.begin(), picture.end());
    rows.insert(rows.end(), filter.begin(), filter.end());
    return rows;
}

const OptionTable& denoise_table() {
    static const OptionTable table = [] {
        OptionTable made{
            "denoise", "[options] FRAMES|FOLDERS|PATTERN... -o OUT",
            "Denoises renders and sequences of them, guided by their albedo, normals, depth and motion.",
            denoise_file_rows(),
            "Examples:\n"
            "  atrous denoise shot/ -o clean/\n"
            "  atrous denoise --frames 1-100 --chunk 3/10 'room.####.exr' -o 'clean/room.####.exr'\n"
            "  atrous denoise --temporal none --role 'albedo=Diff*' still.exr -o clean.exr\n"
            "  atrous probe shot/                # first: which layers there are, and what would spoil the result\n"};
        for (const auto& more : {denoise_computing_rows(), denoise_running_rows()})
            made.rows.insert(made.rows.end(), more.begin(), more.end());
        made.rules = file_rules();
        made.shorts = {{"output", "a file, a folder, or a pattern like 'clean/b.####.exr'"},
                       {"frames", "of inputs that are patterns: 1-100, 1-100x2"},
                       {"chunk", "only the chunk I of N, for farms: the same bytes"},
                       {"temporal", "gather frames along motion, or each by itself"},
                       {"strength", "how strong; 0 gives the input back"},
                       {"samples", "per pixel of the render, where the file does not say"},
                       {"light", "layers of light to filter, too; auto: those that add up"},
                       {"role", "which layer is what: albedo=NAME, normal=NAME"},
                       {"from", "reads a role from files of its own: albedo=alb.####.exr"},
                       {"alpha", "keep, or filter with the beauty's weights"},
                       {"clamp-fireflies", "scale pixels K times as bright as those around"},
                       {"existing", "replace, skip or newer: what to do where an output exists"},
                       {"max-memory", "for frames in work, like 8G"},
                       {"dry-run", "only say what would be done"}};
        return made;
    }();
    return table;
}

} // namespace atrous
