// Makes setting rows of the kinds that there are. Default and range stand in the settings: the text of a row's default
// is made from a default-constructed struct, and "{range}" in its sentence from the range.
#pragma once
#include "app/cli/setting_rows.h"
#include "base/text.h"
#include "model/curve.h"
#include <span>

namespace atrous {

/// What a row says of itself. `fallback`: what stands for a default that another place gives; null = the struct's.
struct SettingText {
    const char* group;
    const char* name;
    const char* value; ///< placeholder; null where the row's kind gives one
    const char* help;  ///< a sentence, in which "{range}" stands for the range
    const char* fallback = nullptr;
};

/// Keeps a text as long as the program: option rows point to theirs.
const char* kept(std::string text);
/// "1 to 10", "1 or 2", "from 0 up".
std::string range_text(const Range& range, ValueKind kind);
/// A setting's value as it would be typed.
std::string typed(const Json& value);
/// The option of a row: its sentence with the range, limits and words that are accepted besides.
OptionRow option_of(const SettingText& text, ValueKind kind, const Range& range, const char* words);
/// A list, or a curve where there are colons.
PerLevel to_per_level(const std::string& value);
/// The same for the log: an array of numbers, or the text of a curve.
Json per_level_json(const PerLevel& list);

/// The row with the default of S where the text gives none.
template <class S>
SettingRow<S> with_default(SettingRow<S> row) {
    if (!row.option.fallback) row.option.fallback = kept(typed(row.get(S{})));
    return row;
}

/// A row of the execution as one of a filter's settings that hold it.
template <class S>
SettingRow<S> row_of_execution(const SettingRow<Execution>& row, Execution S::*member) {
    return {row.option, [=](S& s, const std::string& value) { row.set(s.*member, value); },
            [=](const S& s) { return row.get(s.*member); }};
}

/// A whole number; with `is_auto`, 0 is spelt auto.
template <class S>
SettingRow<S> integer_row(const SettingText& text, int S::*member, const Range& range, bool is_auto) {
    return with_default<S>(
        {option_of(text, ValueKind::integer, range, is_auto ? "auto" : ""),
         [=](S& s, const std::string& value) { s.*member = value == "auto" ? 0 : int(to_number(value)); },
         [=](const S& s) { return is_auto && s.*member == 0 ? Json("auto") : Json(s.*member); }});
}

/// A finite number.
template <class S>
SettingRow<S> number_row(const SettingText& text, double S::*member, const Range& range) {
    return with_default<S>({option_of(text, ValueKind::number, range, ""),
                            [=](S& s, const std::string& value) { s.*member = to_number(value); },
                            [=](const S& s) { return Json(s.*member); }});
}

/// One value per level; resolve() checks their range, since curves have points between.
template <class S>
SettingRow<S> list_row(const SettingText& text, PerLevel S::*member, const Range& range) {
    return with_default<S>({option_of(text, ValueKind::curve, range, ""),
                            [=](S& s, const std::string& value) { s.*member = to_per_level(value); },
                            [=](const S& s) { return per_level_json(s.*member); }});
}

/// The rows of a table by their names; where the default is null, that is spelt auto.
template <class S, class Row>
SettingRow<S> table_row(const SettingText& text, const Row* S::*member, std::span<const Row> rows) {
    std::vector<std::string> names = names_of(rows);
    const bool has_auto = !(S{}.*member);
    if (has_auto) names.insert(names.begin(), "auto");
    SettingText with_names = text;
    with_names.value = kept(joined(names, "|"));
    const std::string option = std::string("--") + text.name;
    return with_default<S>({option_of(with_names, ValueKind::text, {}, with_names.value),
                            [=](S& s, const std::string& value) {
                                s.*member =
                                    has_auto && value == "auto" ? nullptr : &find_row(rows, value, option);
                            },
                            [=](const S& s) { return s.*member ? (s.*member)->name : "auto"; }});
}

} // namespace atrous
