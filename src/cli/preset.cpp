// Reads presets and applies them. Hides their place and their syntax.
#include "cli/preset.h"
#include "base/embedded.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/messages.h"
#include "cli/suggest.h"
#include "cli/tables.h"
#include "filters/atrous/fact.h"
#include "graph/tables.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>

namespace atrous {

void read_headed_lines(const std::string& text, const std::string& source, const TakeLine& heading,
                       const TakeLine& line) {
    std::istringstream in(text);
    int number = 0;
    for (std::string read; std::getline(in, read);) {
        const std::string where = source + ":" + std::to_string(++number);
        read = trimmed(read.substr(0, read.find('#')));
        if (read.empty()) continue;
        if (read.front() == '[' && read.back() == ']')
            heading(trimmed(read.substr(1, read.size() - 2)), where);
        else
            line(read, where);
    }
}

namespace {

constexpr std::string_view suffix = ".preset";
constexpr const char* darktable = "darktable/"; // folder of its curves
/// Presets of darktable whose earlier names, without the folder, tutorials and recipes use.
constexpr std::string_view short_names[] = {"clarity", "denoise", "sharpen"};
/// Options about outputs that presets may contain.
constexpr std::string_view output_options[] = {"size",   "sharpen-output", "output-profile",
                                               "intent", "quality",        "resolution"};

PresetLine parse_line(const std::string& line, const std::string& where) {
    const auto equals = line.find('=');
    if (equals == std::string::npos) throw usage_error(messages::preset_line, where, line);
    PresetLine out{"", trimmed(line.substr(0, equals)), trimmed(line.substr(equals + 1)), {}};
    if (std::ranges::count(output_options, out.name) > 0) {
        const OptionTable& table = enhance_table();
        read_given(table.rows, *find_option(table.rows, out.name), out.value, where + ": " + out.name);
        out.change = [](EawSettings&) {};
        out.of_output = true;
        return out;
    }
    const auto* row = find_setting(out.name);
    if (row && row->option.kind == ValueKind::curve)
        std::erase_if(out.value, [](char c) { return c == ' '; });
    if (!row) {
        std::vector<std::string> names(std::begin(output_options), std::end(output_options));
        for (const auto& option : options_of(setting_rows())) names.emplace_back(option.name);
        throw usage_error(messages::setting_unknown, where, out.name, joined(names));
    }
    check_value(row->option, out.value, where + ": " + out.name);
    if (row->option.kind == ValueKind::curve && out.value.find(':') == std::string::npos)
        for (const double one : to_numbers(out.value)) // resolve() does not know the line
            check_range(where + ": " + out.name, one, {row->option.least, row->option.most});
    out.change = row->read(out.value);
    return out;
}

/// Throws the error for a name that is neither a preset nor a file.
[[noreturn]] void refuse_preset(const std::string& name, const std::string& asked_by) {
    const std::vector<std::string> presets = preset_names(), parts = split(name, ',');
    if (parts.size() > 1 && std::ranges::all_of(parts, is_embedded_preset))
        throw usage_error(messages::preset_list, asked_by, name, "--preset " + joined(parts, " --preset "));
    std::vector<std::string> names = presets;
    for (const std::string& preset : presets) names.push_back(preset.substr(preset.find('/') + 1));
    std::string near = nearest(name, names);
    if (!near.empty() && !is_embedded_preset(near)) near.insert(0, darktable);
    throw usage_error(messages::preset_unknown, asked_by, name, joined(presets),
                      near.empty() ? "" : "; did you mean " + near + "?");
}

/// The text of the embedded preset, or null.
const std::string* text_of_preset(const std::string& name) {
    const bool is_short = std::ranges::count(short_names, name) > 0;
    return embedded((is_short ? darktable : "") + name + std::string(suffix));
}

/// Deviation of lightness, in steps of 8 bits, of a camera of 24 x 36 mm with 24 megapixels at ISO 4000: its pixels hold some
/// 60,000 electrons at ISO 100, and 1,500 at white then. A photograph as tests/photos.py makes it has so much. Noise grows with
/// the root of the sensitivity.
constexpr double like_iso_4000 = 6.5;

/// The presets of the command line on top of each other.
Preset merge_presets(EnhanceSettings& options) {
    Preset preset = load_preset(options.preset_names.front());
    for (std::size_t i = 1; i < options.preset_names.size(); ++i)
        preset = stacked(std::move(preset), load_preset(options.preset_names[i]), options.preset_overrides);
    return preset;
}

} // namespace

std::vector<std::string> preset_names() {
    std::vector<std::string> names = embedded_names(suffix);
    std::ranges::stable_partition(names,
                                  [](const std::string& name) { return !name.starts_with(darktable); });
    return names;
}

bool is_embedded_preset(const std::string& name) { return text_of_preset(name) != nullptr; }

std::string preset_summary(const std::string& name) {
    const std::string* text = embedded(name + std::string(suffix));
    return text ? trimmed(text->substr(0, text->find('\n')).substr(1)) : "";
}

Preset parse_preset(const std::string& text, const std::string& source) {
    Preset preset{source, {}};
    std::string space;
    read_headed_lines(
        text, source,
        [&](const std::string& heading, const std::string& where) {
            space = heading;
            find_row(spaces(), space, where);
        },
        [&](const std::string& line, const std::string& where) {
            preset.lines.push_back(parse_line(line, where));
            preset.lines.back().space = space;
        });
    return preset;
}

Preset load_preset(const std::string& name_or_path, const std::string& asked_by) {
    if (const std::string* text = text_of_preset(name_or_path)) return parse_preset(*text, name_or_path);
    if (!is_text_file(name_or_path)) refuse_preset(name_or_path, asked_by);
    if (const auto text = read_text(name_or_path)) {
        if (text->find('\0') != std::string::npos)
            throw usage_error(messages::preset_is_image, asked_by, name_or_path);
        Preset preset = parse_preset(*text, name_or_path);
        if (preset.lines.empty()) throw usage_error(messages::preset_empty, asked_by, name_or_path);
        return preset;
    }
    throw usage_error(messages::preset_unreadable, asked_by, name_or_path, unreadable_reason(name_or_path));
}

Preset merged(Preset preset, const std::vector<GivenSetting>& settings) {
    for (const GivenSetting& setting : settings) {
        const std::string name = setting.row->option.name;
        std::erase_if(preset.lines, [&](const PresetLine& line) { return line.name == name; });
        preset.lines.push_back({"", name, setting.value, setting.change});
    }
    return preset;
}

Preset stacked(Preset preset, const Preset& above, std::vector<std::string>& replaced) {
    const auto wins_over = [](const PresetLine& line, const PresetLine& below) {
        return line.name == below.name &&
               (line.space.empty() || below.space.empty() || line.space == below.space);
    };
    for (const PresetLine& line : above.lines) {
        const bool other = std::ranges::any_of(preset.lines, [&](const PresetLine& below) {
            return wins_over(line, below) && line.value != below.value;
        });
        if (other && std::ranges::count(replaced, line.name) == 0) replaced.push_back(line.name);
    }
    std::erase_if(preset.lines, [&](const PresetLine& below) {
        return std::ranges::any_of(above.lines, [&](const PresetLine& line) {
            return wins_over(line, below) && (line.space.empty() || line.space == below.space);
        });
    });
    preset.lines.insert(preset.lines.end(), above.lines.begin(), above.lines.end());
    preset.name += " + " + above.name;
    return preset;
}

std::string preset_text(const Preset& preset) {
    std::vector<std::string> sections{""};
    for (const auto& line : preset.lines)
        if (std::ranges::count(sections, line.space) == 0) sections.push_back(line.space);
    std::string text = "# " + preset.name + "\n";
    for (const auto& section : sections) {
        if (!section.empty()) text += "\n[" + section + "]\n";
        for (const auto& line : preset.lines)
            if (line.space == section) text += line.name + " = " + line.value + "\n";
    }
    return text;
}

void apply_preset(const Preset& preset, const std::string& space, EawSettings& settings) {
    for (const std::string& wanted : {std::string(), space})
        for (const auto& line : preset.lines)
            if (line.space == wanted) line.change(settings);
}

double noise_deviation(const std::string& text) {
    constexpr std::string_view iso = "iso:";
    constexpr double least = 0.05, most = 100, min_iso = 25, max_iso = 4e6;
    const bool sensitivity = text.starts_with(iso);
    const auto number = read_number(sensitivity ? text.substr(iso.size()) : text);
    const double low = sensitivity ? min_iso : least, high = sensitivity ? max_iso : most;
    if (!number || *number < low || *number > high) throw usage_error(messages::noise_amount, text);
    return sensitivity ? like_iso_4000 * std::sqrt(*number / 4000) : *number;
}

Preset named_preset(const CommandLine& line, EnhanceSettings& options) {
    if (!options.preset_names.empty()) return merge_presets(options);
    const bool denoises = line.value("denoise", "off") != "off";
    return load_preset(denoises ? "neutral" : default_preset);
}

void take_settings(const CommandLine& line, EnhanceSettings& options) {
    for (const char* list : {"luma-threshold", "chroma-threshold"})
        if (line.value("denoise", "off") == "bayes" && line.has(list))
            throw usage_error(messages::thresholds_twice, list);
    for (const auto& [name, value] : line.given)
        if (const auto* row = find_setting(name)) options.given.push_back({row, value, row->read(value)});
    options.settings = settings_by_space(options.preset, options.given);
    constexpr auto any = std::numeric_limits<std::size_t>::max(); // limits of the device, not known yet
    check_settings(options, {.largest_group = any, .local_memory = any});
    check_execution(line, std::array{options.settings.any.how});
}

void check_settings(const EnhanceSettings& options, const DeviceTraits& device) {
    Pixels image;
    image.size = {64, 64};
    with_context("preset " + options.preset.name,
                 [&] { resolve(settings_by_space(options.preset, {}).any, image, device); });
    resolve(options.settings.any, image, device);
}

SettingsBySpace settings_by_space(const Preset& preset, const std::vector<GivenSetting>& given) {
    const auto settings_in = [&](const std::string& space) {
        EawSettings settings;
        apply_preset(preset, space, settings);
        const EawSettings plain;
        for (const GivenSetting& one : given) one.change(settings);
        if (!settings.space || settings.space->chroma > 0) return settings;
        // Settings of chroma in the preset are dropped here. resolve() refuses settings of chroma that the
        // user gave.
        settings.chroma = plain.chroma;
        settings.chroma_threshold = plain.chroma_threshold;
        for (const GivenSetting& one : given) one.change(settings);
        return settings;
    };
    SettingsBySpace settings{settings_in("")};
    for (const Space& space : spaces()) settings.of.emplace(&space, settings_in(space.name));
    return settings;
}

} // namespace atrous
