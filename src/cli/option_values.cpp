// Checks option values against their rows, with one function per kind of value. Also has the look-ups in rows
// and command lines that every reader of options shares.
#include "base/error.h"
#include "base/size.h"
#include "base/text.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/suggest.h"
#include "cli/tables.h"
#include "graph/curve.h"
#include "graph/tables.h"
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

namespace atrous {
namespace {

bool is_word(const OptionRow& row, const std::string& value) {
    if (row.kind == ValueKind::named) return false;
    const auto words = split(value_words(row), '|');
    return std::ranges::find(words, value) != words.end();
}

/// A plus sign may lead.
std::optional<double> number_of(const std::string& text) {
    return read_number(text.starts_with('+') ? text.substr(1) : text);
}

/// "a whole number from 1 to 10, or auto".
std::string allowed(const OptionRow& row) {
    const std::string example = *row.example ? row.example
                                : row.kind == ValueKind::curve
                                    ? "1.4,1.2,1, or a curve like 0:1,0.4:1.2,1:1.5"
                                    : "1.4,1.2,1";
    const bool has_numbers = row.kind == ValueKind::list || row.kind == ValueKind::curve;
    std::string text = row.kind == ValueKind::integer ? "a whole number"
                       : has_numbers                  ? "numbers separated by commas, like " + example
                                                      : "a number";
    if (std::isfinite(row.least) && std::isfinite(row.most))
        text += " from " + decimal(row.least) + " to " + decimal(row.most);
    for (const auto& word : split(row.words, '|')) text += ", or " + word;
    return text;
}

void check_number(const OptionRow& row, const std::string& value, const std::string& where) {
    const auto number = number_of(value);
    const bool whole = row.kind != ValueKind::integer || (number && std::floor(*number) == *number);
    if (!number || !whole) throw usage_error(messages::value_no_number, where, value, allowed(row));
    if (*number < row.least || *number > row.most)
        throw usage_error(messages::value_out_of_range, where, value, allowed(row));
}

void check_named(const OptionRow& row, const std::string& value, const std::string& where) {
    const auto equals = value.find('=');
    const auto names = split(row.words, '|');
    if (equals == std::string::npos || equals + 1 == value.size() ||
        std::ranges::count(names, value.substr(0, equals)) == 0)
        throw usage_error(messages::value_not_named, where, value, row.value, joined(names));
}

void check_list(const OptionRow& row, const std::string& value, const std::string& where) {
    if (row.kind == ValueKind::curve && value.find(':') != std::string::npos) {
        parse_curve(value, where);
        return;
    }
    for (const auto& item : split(value, ','))
        if (!number_of(item)) throw usage_error(messages::value_no_number, where, value, allowed(row));
}

/// True if the value is more likely an input, after an option whose value was left out.
bool is_file_name(const std::string& value) {
    std::error_code ec;
    const std::string extension = std::filesystem::path(value).extension().string(); // 1.5x2 has none
    return std::filesystem::is_regular_file(value, ec) || (extension.size() > 1 && extension[1] > '9');
}

/// "--execution form=auto|direct|tile", for hints.
std::string typed_words(const OptionRow& row) {
    const auto [option, value] = as_given(row, row.value);
    return "--" + option + " " + value;
}

/// Returns another command that has this option or letter, if both process images, or an empty text.
std::string command_with(const std::string& option, const OptionTable& table) {
    if (!find_option(table.rows, "in-place")) return {};
    const auto is_it = [&](const OptionRow& row) {
        return is_listed(row) && (option == row.name || option == std::string(1, row.letter));
    };
    for (const OptionTable* other : {&enhance_table(), &denoise_table(), &scale_table()})
        if (std::ranges::any_of(other->rows, is_it)) return other->command;
    return {};
}

} // namespace

void check_value(const OptionRow& row, const std::string& value, const std::string& where) {
    if (row.kind == ValueKind::flag) {
        if (!value.empty()) throw usage_error(messages::value_unwanted, where, value);
        return;
    }
    if (row.kind == ValueKind::attached) return;
    if (value.empty()) throw usage_error(messages::value_missing, where, row.value);
    if (is_word(row, value)) return;
    if (row.kind == ValueKind::bytes) parse_bytes(value, where);
    if (row.check) row.check(value, where);
    if (row.kind == ValueKind::size && is_file_name(value) && !number_of(value))
        throw usage_error(messages::value_is_file, where, row.value, value);
    if (row.kind == ValueKind::named) check_named(row, value, where);
    if (row.kind == ValueKind::list || row.kind == ValueKind::curve) check_list(row, value, where);
    if (row.kind == ValueKind::integer || row.kind == ValueKind::number) check_number(row, value, where);
    if ((row.kind != ValueKind::text && row.kind != ValueKind::word) || !*value_words(row)) return;
    if (is_file_name(value)) throw usage_error(messages::value_is_file, where, value_words(row), value);
    throw usage_error(messages::value_unknown, where, value, choices(split(value_words(row), '|')),
                      value_hint(row.name, value));
}

const std::string* CommandLine::find(const std::string& name) const {
    const auto last =
        std::find_if(given.rbegin(), given.rend(), [&](const auto& g) { return g.first == name; });
    return last == given.rend() ? nullptr : &last->second;
}

std::string CommandLine::value(const std::string& name, const std::string& fallback) const {
    const std::string* found = find(name);
    return found ? *found : fallback;
}

std::vector<std::string> listed_names(const OptionTable& table) {
    std::vector<std::string> names;
    for (const auto& row : table.rows)
        if (is_listed(row)) names.emplace_back(row.name);
    return names;
}

Error unknown_option(const OptionTable& table, const std::string& typed) {
    const std::vector<std::string> names = listed_names(table);
    const std::string word = without_dashes(typed), elsewhere = counterpart(word, names);
    const std::string near = nearest(word, names);
    const OptionRow* const part = find_option(table.rows, word);
    const std::string owner = command_with(word, table);
    const std::string hint = part                 ? "; here it is " + typed_words(*part)
                             : !elsewhere.empty() ? "; here it is " + elsewhere
                             : !owner.empty()     ? "; it is an option of 'atrous " + owner + "'"
                             : !near.empty()      ? "; did you mean --" + near + "?"
                                                  : "";
    return usage_error(messages::option_unknown, typed, hint, table.command);
}

const OptionRow* find_option(const std::vector<OptionRow>& rows, const std::string& name) {
    const auto row = std::ranges::find_if(rows, [&](const OptionRow& r) { return name == r.name; });
    return row == rows.end() ? nullptr : &*row;
}

Assignments::value_type as_given(const OptionRow& row, const std::string& value) {
    std::string part = row.part_of;
    if (part.empty()) return {row.name, value};
    part.replace(part.find("{}"), 2, value);
    const auto equals = part.find('=');
    return {part.substr(0, equals), part.substr(equals + 1)};
}

std::string given_name(const OptionRow& row) {
    const auto [option, item] = as_given(row, "");
    return "--" + option + (item.ends_with('=') ? " " + item.substr(0, item.size() - 1) : "");
}

Assignments split_named(const OptionRow& row, const std::string& value) {
    const auto names = split(row.words, '|');
    Assignments parts;
    for (const std::string& item : split(value, ',')) {
        const auto equals = item.find('=');
        if (equals == std::string::npos || std::ranges::count(names, item.substr(0, equals)) == 0)
            throw usage_error(messages::value_not_named, std::string("--") + row.name, item, row.value,
                              joined(names));
        parts.emplace_back(item.substr(0, equals), item.substr(equals + 1));
    }
    return parts;
}

Assignments split_pair(const std::string& value, const char* first, const char* second, bool one) {
    const auto comma = value.find(',');
    Assignments parts;
    if (comma != 0) parts.emplace_back(first, value.substr(0, comma));
    if (comma != std::string::npos ? !one || comma + 1 < value.size() : one)
        parts.emplace_back(second, comma == std::string::npos ? value : value.substr(comma + 1));
    return parts;
}

double to_number(const std::string& text) { return number_of(text).value_or(0); }

std::vector<double> to_numbers(const std::string& text) {
    std::vector<double> numbers;
    for (const auto& item : split(text, ',')) numbers.push_back(to_number(item));
    return numbers;
}

} // namespace atrous
