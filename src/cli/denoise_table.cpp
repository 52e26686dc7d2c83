// Defines the options of `denoise`, and the settings of the SVGF filter as rows, with the settings they bring
// along.
#include "base/text.h"
#include "cli/file_rows.h"
#include "cli/messages.h"
#include "cli/setting_rows.h"
#include "cli/suggest.h"
#include "cli/tables.h"
#include "filters/svgf/settings.h"
#include <algorithm>
#include <charconv>

// The facts of an option stand in one line, its sentence below:
// clang-format off
namespace atrous {
namespace {

using Rows = std::vector<SettingRow<SvgfSettings>>;

/// The settings of how filters are computed that this one has.
constexpr const char* denoise_execution = "storage|schedule|order|form";

/// "window:K" as K, or -1.
int reach_of(const std::string& value, const Range& range) {
    constexpr std::string_view prefix = "window:";
    if (!value.starts_with(prefix)) return -1;
    int reach = -1;
    const char* const end = value.data() + value.size();
    const auto read = std::from_chars(value.data() + prefix.size(), end, reach);
    return read.ec == std::errc() && read.ptr == end && reach <= range.most ? reach : -1;
}

/// Reads "none", "recursive" or "window:K". A history sets the other options as in the paper.
SettingRow<SvgfSettings> row_of_temporal(const Fact<SvgfSettings, int>& fact) {
    const auto reader = [=](const std::string& value) -> Change<SvgfSettings> {
        const bool recursive = value == "recursive";
        const int reach = recursive || value == "none" ? 0 : reach_of(value, fact.range);
        if (reach < 0) throw usage_error(messages::temporal_unknown, value, decimal(fact.range.most), value_hint("temporal", value));
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

/// "recursive:W" as two settings.
Assignments split_temporal(const OptionRow& row, const std::string& value) {
    const std::string recursive = "recursive:";
    if (!value.starts_with(recursive)) return {{row.name, value}};
    return {{row.name, "recursive"}, {"warmup", value.substr(recursive.size())}};
}

/// Gaussians come with settings that suit them.
void bring_along(SettingRow<SvgfSettings>& filter) {
    filter.read = [read = filter.read](const std::string& value) -> Change<SvgfSettings> {
        return [change = read(value)](SvgfSettings& s) {
            change(s);
            if (s.filter->gaussian) s.reach = s.fit = 0;
        };
    };
}

/// Names of guides in any order, as the table has them.
Assignments ordered_guides(const OptionRow& row, const std::string& value) {
    const std::string all = prefilters().back().name;
    std::vector<std::string> names = split(value, ',');
    std::ranges::sort(names, {}, [&](const std::string& name) { return all.find(name); });
    const std::string ordered = joined(names, ",");
    const bool is_known =
        ordered.size() == value.size() && // no empty name
        std::ranges::any_of(prefilters(), [&](const Prefilter& one) { return one.name == ordered; });
    return {{row.name, is_known ? ordered : value}};
}

Rows own_rows() {
    Rows rows;
    for_each_fact(svgf_facts, [&](const auto& fact) {
        if constexpr (std::is_same_v<decltype(fact.member), int SvgfSettings::*>)
            if (fact.member == &SvgfSettings::reach) return rows.push_back(row_of_temporal(fact));
        rows.push_back(row_of(fact, filter_heading));
    });
    row_named(rows, name_of(svgf_facts, &SvgfSettings::reach)).option.split = split_temporal;
    bring_along(row_named(rows, name_of(svgf_facts, &SvgfSettings::filter)));
    make_part(row_named(rows, name_of(svgf_facts, &SvgfSettings::warmup)).option, "temporal=recursive:{}");
    make_part(row_named(rows, name_of(svgf_facts, &SvgfSettings::fit)).option, "sigma=fit={}");
    const std::string sigma = "sigma-";
    for (auto& [option, read, get] : rows)
        if (const std::string name = option.name; name.starts_with(sigma))
            make_part(option, "sigma=" + name.substr(sigma.size()) + "={}");
    OptionRow& prefilter = row_named(rows, name_of(svgf_facts, &SvgfSettings::prefilter)).option;
    prefilter.value = "auto|off|NAME,..";
    prefilter.split = ordered_guides;
    // A file may contain the number of samples, which is found on reading (DenoiseOptions::samples_given).
    row_named(rows, name_of(svgf_facts, &SvgfSettings::samples)).option.fallback = "the file's, otherwise estimated";
    return rows;
}

std::vector<OptionRow> denoise_file_rows() {
    return under(files_heading, {
        {.name = "only-filtered",
         .help = "Write only the filtered channels and alpha; leave out channels and parts that would be copied"},
        {.name = "no-handles",
         .help = "Treat frames outside --frames as missing; by default, neighbours that a window needs are read",
         .level = OptionLevel::expert},
    });
}

/// Operations on an image in addition to the filter.
std::vector<OptionRow> picture_rows() {
    return under(filter_heading, {
        {.name = "alpha", .kind = ValueKind::word, .value = "keep|filter", .fallback = "keep",
         .help = "Keep the alpha channel or filter it like the beauty"},
        {.name = "clamp-fireflies", .kind = ValueKind::number, .value = "K", .fallback = "off",
         .help = "Darken fireflies: pixels more than K times as bright as their neighbours and the image, {range}; "
                 "loses light", .least = 1, .most = 1e6},
    });
}

Assignments split_sigmas(const OptionRow& row, const std::string& value) {
    Assignments parts = split_named(row, value);
    for (auto& part : parts)
        if (part.first != "fit") part.first = "sigma-" + part.first;
    return parts;
}

/// "--half FILE" as "--from half=FILE", --pilot likewise.
Assignments split_role(const OptionRow& row, const std::string& file) {
    return {{"from", std::string(row.name) + "=" + file}};
}

/// Options that stand for several settings.
std::vector<OptionRow> merged_denoise_rows() {
    return under(filter_heading, {
        {.name = "sigma", .kind = ValueKind::named, .value = "NAME=S,..",
         .fallback = "luma=3,normal=32,color=4,albedo=0.1,depth=2",
         .help = "Set the tolerances of tap weights: luma, normal and depth; for --filter eaw also color and albedo; "
                 "fit=0: use local means instead of planes",
         .words = "luma|normal|color|albedo|depth|fit", .level = OptionLevel::expert, .split = split_sigmas},
        {.name = "execution", .kind = ValueKind::named, .value = "NAME=VALUE,..",
         .help = "Choose how the filter is computed: storage, schedule, order and form; 'man atrous-bench' explains "
                 "them", .words = denoise_execution, .level = OptionLevel::expert, .split = split_named},
    });
}

} // namespace

const std::vector<SettingRow<SvgfSettings>>& svgf_rows() {
    static const auto rows = [] {
        Rows all = own_rows();
        const auto names = split(denoise_execution, '|');
        for (const auto& row : execution_rows())
            if (std::ranges::count(names, row.option.name) > 0)
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

std::vector<OptionRow> denoise_computing_rows() {
    const std::vector<OptionRow> from = under("Roles", {
        {.name = "from", .kind = ValueKind::text, .value = "ROLE=PATTERN",
         .help = "Read a role from separate EXR files: albedo=alb.####.exr, half=FILE, a second render with another "
                 "seed, or pilot=FILES, another denoiser's frames; repeat for several"},
        {.name = "half", .kind = ValueKind::text, .value = "FILE", .help = "Short for --from half=FILE",
         .level = OptionLevel::hidden, .split = split_role},
        {.name = "pilot", .kind = ValueKind::text, .value = "FILES",
         .help = "Short for --from pilot=FILES: improve another denoiser's frames, and make them steady",
         .level = OptionLevel::hidden, .split = split_role},
    });
    return concatenated<OptionRow>(
        {role_option_rows(), from, options_of(svgf_rows()), picture_rows(), merged_denoise_rows()});
}

const OptionTable& denoise_table() {
    static const OptionTable table{
        "denoise", "[options] FRAMES|FOLDERS|PATTERN... -o OUT",
        "Denoises renders and rendered sequences, guided by albedo, normals, depth and motion.",
        concatenated<OptionRow>({file_rows(), denoise_file_rows(), denoise_computing_rows(), running_rows()}),
        "Examples:\n"
        "  atrous probe shot/                # first: list the layers and likely problems\n"
        "  atrous denoise shot/ -o clean/\n"
        "  atrous denoise --frames 1-100 --chunk 3/10 'room.####.exr' -o 'clean/room.####.exr'\n"
        "  atrous denoise --temporal none --role 'albedo=Diff*' still.exr -o clean.exr\n",
        file_rules(),
        {"output", "frames", "chunk", "temporal", "strength", "samples", "light", "role", "from", "alpha",
         "clamp-fireflies", "format", "existing", "max-memory", "log", "dry-run"}};
    return table;
}

} // namespace atrous
