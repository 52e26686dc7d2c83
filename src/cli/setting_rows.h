// Defines the settings of filters as option rows with text form, checks, reader and log entry, made from the
// filters' facts. Presets use the same rows.
#pragma once
#include "base/json.h"
#include "base/text.h"
#include "cli/options.h"
#include "filters/atrous/execution.h"
#include "filters/eaw/settings.h"
#include "filters/scale/settings.h"
#include "filters/svgf/settings.h"
#include "graph/curve.h"
#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

namespace atrous {

/// A setting of the struct S with a value, ready to be put into one.
template <class S>
using Change = std::function<void(S&)>;

/// One setting of the struct S. The row's default is the value of the struct, unless a preset sets it.
template <class S>
struct SettingRow {
    OptionRow option;
    std::function<Change<S>(const std::string&)> read; ///< takes a checked value
    std::function<Json(const S&)> get;

    void set(S& settings, const std::string& value) const { this->read(value)(settings); }
};

/// The option rows of the settings, in order.
template <class S>
std::vector<OptionRow> options_of(const std::vector<SettingRow<S>>& rows) {
    std::vector<OptionRow> options;
    for (const auto& row : rows) options.push_back(row.option);
    return options;
}
/// All settings as a JSON object, by long names.
template <class S>
Json json_of(const std::vector<SettingRow<S>>& rows, const S& settings) {
    Json object;
    for (const auto& row : rows) object[row.option.name] = row.get(settings);
    return object;
}

/// Applies the given values of these rows to the settings, in the given order.
template <class S>
void set_given(const CommandLine& line, const std::vector<SettingRow<S>>& rows, S& settings) {
    for (const auto& [name, value] : line.given)
        for (const auto& row : rows)
            if (name == row.option.name) row.set(settings, value);
}

constexpr const char* filter_heading = "Filter"; ///< of options that say what is computed

/// The execution of a filter: the rows that all filters share.
std::vector<SettingRow<Execution>> execution_rows();

/// All settings of `enhance`: the computation, then its execution.
const std::vector<SettingRow<EawSettings>>& setting_rows();
/// The row of that long name, or null.
const SettingRow<EawSettings>* find_setting(const std::string& name);
/// All settings of `enhance` as a JSON object.
Json settings_json(const EawSettings& settings);

/// The settings of `denoise`.
const std::vector<SettingRow<SvgfSettings>>& svgf_rows();

/// Returns the filter's settings. Applies the filter and the temporal mode first, since they set defaults of
/// other settings. `given`: also applies the other given options.
SvgfSettings filter_settings(const CommandLine& line, bool given);

/// True if a number of samples is given, which replaces the number in files.
bool gives_samples(const CommandLine& line);
/// Reads the given options of `denoise` on pixels. Throws usage errors, also for values out of range and for
/// options that the chosen filter ignores.
RenderSettings render_settings(const CommandLine& line);

/// The settings of `scale`.
const std::vector<SettingRow<ScaleSettings>>& scale_rows();
/// Reads --size, and --upscale of `scale`. Returns nothing without --size. Throws a usage error with the
/// allowed values.
std::optional<ScaleRequest> read_box(const CommandLine& line);
/// Reads --size or --factor, with --upscale and the settings of the filter. Returns nothing without a size.
/// Throws a usage error with the allowed values.
std::optional<ScaleRequest> read_scale_request(const CommandLine& line);

/// Throws a usage error for a given option that has no effect in any of these executions. An execution chosen
/// by the device (form auto) may use all.
void check_execution(const CommandLine& line, std::span<const Execution> executions);

/// True if the added option would have no effect, or would make a given option void.
bool contradicts_execution(const CommandLine& given, const std::string& name, const std::string& value);

/// Makes the option a hidden part of a merged one (OptionRow::part_of).
void make_part(OptionRow& row, const std::string& part_of);

/// Keeps a text as long as the program: option rows point to theirs.
const char* kept(std::string text);
/// Returns the words that a value may be instead of a number: "off|auto" of "SIGMA,..|off|auto", nothing of
/// "1|2".
const char* words_of(const char* value);
/// A setting's value as it would be typed.
std::string typed(const Json& value);
/// A list, or a curve if there are colons.
PerLevel to_per_level(const std::string& value);
/// The same for the log: an array of numbers, or the text of a curve.
Json per_level_json(const PerLevel& list);

/// The option of a fact, still without its default.
template <class S, class T>
OptionRow option_of(const Fact<S, T>& fact, const char* heading, ValueKind kind) {
    return {.group = heading,
            .name = fact.name,
            .kind = kind,
            .value = fact.value,
            .help = fact.sentence,
            .least = fact.range.least,
            .most = fact.range.most,
            .words = kind == ValueKind::text ? "" : words_of(fact.value),
            .level = fact.level};
}

/// The row with the default of S.
template <class S>
SettingRow<S> with_default(SettingRow<S> row) {
    row.option.fallback = kept(typed(row.get(S{})));
    return row;
}

/// A row of the execution as one of a filter's settings that hold it.
template <class S>
SettingRow<S> row_of_execution(const SettingRow<Execution>& row, Execution S::*member) {
    return {
        row.option,
        [=](const std::string& value) { return [=, change = row.read(value)](S& s) { change(s.*member); }; },
        [=](const S& s) { return row.get(s.*member); }};
}

/// A whole number. 0 is auto if there is that word.
template <class S>
SettingRow<S> row_of(const Fact<S, int>& fact, const char* heading) {
    const bool has_auto = *words_of(fact.value) != 0;
    return with_default<S>(
        {option_of(fact, heading, ValueKind::integer),
         [=](const std::string& value) {
             const int number = value == "auto" ? 0 : int(to_number(value));
             return [=](S& s) { s.*fact.member = number; };
         },
         [=](const S& s) { return has_auto && s.*fact.member == 0 ? Json("auto") : Json(s.*fact.member); }});
}

/// A finite number. The word auto is its default.
template <class S>
SettingRow<S> row_of(const Fact<S, double>& fact, const char* heading) {
    return with_default<S>({option_of(fact, heading, ValueKind::number),
                            [=](const std::string& value) {
                                const double number = value == "auto" ? S{}.*fact.member : to_number(value);
                                return [=](S& s) { s.*fact.member = number; };
                            },
                            [=](const S& s) { return Json(s.*fact.member); }});
}

/// One value per level. resolve() checks their range, since curves have points between.
template <class S>
SettingRow<S> row_of(const Fact<S, PerLevel>& fact, const char* heading) {
    return with_default<S>({option_of(fact, heading, ValueKind::curve),
                            [=](const std::string& value) {
                                return [=, list = to_per_level(value)](S& s) { s.*fact.member = list; };
                            },
                            [=](const S& s) { return per_level_json(s.*fact.member); }});
}

/// A size in work-items, or auto if empty.
template <class S>
SettingRow<S> row_of(const Fact<S, Size>& fact, const char* heading) {
    return with_default<S>({option_of(fact, heading, ValueKind::text),
                            [=](const std::string& value) {
                                const Size size =
                                    value == "auto"
                                        ? Size{}
                                        : parse_size(value, std::string("--") + fact.name, 1 << 20, "16x16");
                                return [=](S& s) { s.*fact.member = size; };
                            },
                            [=](const S& s) -> Json {
                                return (s.*fact.member).width == 0 ? "auto" : to_string(s.*fact.member);
                            }});
}

/// The rows of a table by their names. A null default is written auto.
template <class S, class Row>
SettingRow<S> row_of(const TableFact<S, Row>& fact, const char* heading) {
    std::vector<std::string> names = names_of(fact.rows());
    const bool has_auto = !(S{}.*fact.member);
    if (has_auto) names.insert(names.begin(), "auto");
    const char* const words = kept(joined(names, "|"));
    const Fact<S, const Row*> text{fact.name, fact.member, {}, words, fact.sentence, fact.level};
    OptionRow option = option_of(text, heading, ValueKind::text);
    option.words = words;
    return with_default<S>({option,
                            [=](const std::string& value) {
                                const Row* const row =
                                    has_auto && value == "auto"
                                        ? nullptr
                                        : &find_row(fact.rows(), value, std::string("--") + fact.name);
                                return [=](S& s) { s.*fact.member = row; };
                            },
                            [=](const S& s) { return s.*fact.member ? (s.*fact.member)->name : "auto"; }});
}

/// The rows of all facts, in order, under a heading.
template <class S, class... Facts>
std::vector<SettingRow<S>> rows_of(const std::tuple<Facts...>& facts, const char* heading) {
    std::vector<SettingRow<S>> rows;
    for_each_fact(facts, [&](const auto& fact) { rows.push_back(row_of(fact, heading)); });
    return rows;
}

/// The row of that name, which is there.
template <class S>
SettingRow<S>& row_named(std::vector<SettingRow<S>>& rows, std::string_view name) {
    return *std::ranges::find_if(rows, [&](const SettingRow<S>& row) { return name == row.option.name; });
}

} // namespace atrous
