// Reads AOV tables, and hides their storage and notation.
#include "renders/table.h"
#include "base/embedded.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "renders/layers.h"
#include "renders/messages.h"
#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <sstream>

namespace atrous {
namespace {

constexpr std::string_view suffix = ".aov", attribute_word = "attribute ", layer_word = "layer ";

std::vector<std::string> role_names() {
    std::vector<std::string> names;
    for (const AovRoleRow& row : aov_roles())
        if (row.role != AovRole::none) names.emplace_back(row.name);
    return names;
}

// Words that may follow the patterns of a row: "to previous", "y up", "sky 1e10".
using To = MotionConvention::To;
using Unit = MotionConvention::Unit;

struct WordRow {
    const char* word;
    AovRole role;       ///< none: any
    const char* values; ///< "a|b", empty: no value, "number"
    void (*set)(AovRow& row, std::size_t value, double number);
};
constexpr std::array word_rows{
    WordRow{"to", AovRole::motion, "previous|next|ask",
            [](AovRow& r, std::size_t v, double) { r.motion.to = To(v); }},
    WordRow{"sign", AovRole::motion, "to|from",
            [](AovRow& r, std::size_t v, double) { r.motion.from_other = v == 1; }},
    WordRow{"y", AovRole::motion, "up|down", [](AovRow& r, std::size_t v, double) { r.motion.up = v == 0; }},
    WordRow{"unit", AovRole::motion, "px|uv|ndc",
            [](AovRow& r, std::size_t v, double) { r.motion.unit = Unit(v); }},
    WordRow{"scale", AovRole::motion, "number", [](AovRow& r, std::size_t, double n) { r.motion.scale = n; }},
    WordRow{"centre", AovRole::motion, "number",
            [](AovRow& r, std::size_t, double n) { r.motion.centre = n; }},
    WordRow{"space", AovRole::normal, "world|camera",
            [](AovRow& r, std::size_t v, double) { r.camera_space = v == 1; }},
    WordRow{"along", AovRole::depth, "axis|ray",
            [](AovRow& r, std::size_t v, double) { r.ray_depth = v == 1; }},
    WordRow{"sky", AovRole::depth, "number", [](AovRow& r, std::size_t, double n) { r.sky = n; }},
    WordRow{"colour", AovRole::light, "whole|divided",
            [](AovRow& r, std::size_t v, double) { r.divided = v == 1; }},
    WordRow{"of", AovRole::variance, "mean|sample|moment",
            [](AovRow& r, std::size_t v, double) {
                r.per_sample = v > 0;
                r.raw_moment = v == 2;
            }},
    WordRow{"premultiplied", AovRole::none, "",
            [](AovRow& r, std::size_t, double) { r.premultiplied = r.motion.premultiplied = true; }},
};

bool belongs_to_vectors(AovRole role) { return role == AovRole::motion || role == AovRole::motion_next; }

bool belongs(const WordRow& word, AovRole role) {
    const bool vectors = word.role == AovRole::motion && belongs_to_vectors(role);
    return vectors || word.role == AovRole::none || word.role == role;
}

std::string list_of(AovRole role) {
    std::vector<std::string> listed;
    for (const WordRow& row : word_rows)
        if (belongs(row, role))
            listed.push_back(std::string(row.word) + (*row.values ? " " : "") + row.values);
    return joined(listed);
}

/// Units are understood without their word, since no other value is called px.
bool is_unit(const std::string& text) {
    const auto units =
        split(std::ranges::find(word_rows, std::string_view("unit"), &WordRow::word)->values, '|');
    return std::ranges::count(units, text) > 0;
}

struct ReadWord {
    const WordRow* word;
    AovChange change;
};

/// Reads one of these words. Throws a usage error that starts with `where`: an unknown word, a word that does not belong to the role,
/// an invalid value.
ReadWord read_word(AovRole role, const std::string& text, const std::string& where) {
    if (belongs_to_vectors(role) && is_unit(text)) return read_word(role, "unit " + text, where);
    if (text.empty()) throw usage_error(message(messages::no_role_words, list_of(role)).about(where));
    const auto blank = text.find(' ');
    const std::string name = text.substr(0, blank),
                      value = blank == std::string::npos ? "" : trimmed(text.substr(blank));
    const auto word =
        std::ranges::find_if(word_rows, [&](const WordRow& w) { return name == w.word && belongs(w, role); });
    if (word == word_rows.end())
        throw usage_error(
            message(messages::foreign_role_word, text, row_of(role).name, list_of(role)).about(where));
    const bool is_number = std::string_view(word->values) == "number";
    const std::vector<std::string> values = split(word->values, '|');
    const auto found = std::ranges::find(values, value);
    const auto read = read_number(value);
    if (is_number ? !read || (name == "scale" && *read == 0)
                  : (values.empty() ? !value.empty() : found == values.end()))
        throw usage_error(message(messages::invalid_role_word, text, list_of(role)).about(where));
    return {&*word, [set = word->set, index = std::size_t(found - values.begin()),
                     number = read.value_or(0)](AovRow& row) { set(row, index, number); }};
}

/// Reads all of these words. Also throws a usage error for a repeated word.
std::vector<AovChange> read_words(AovRole role, std::span<const std::string> texts,
                                  const std::string& where) {
    std::vector<const WordRow*> before;
    std::vector<AovChange> changes;
    for (const std::string& text : texts) {
        ReadWord read = read_word(role, trimmed(text), where);
        if (std::ranges::count(before, read.word) > 0)
            throw usage_error(message(messages::repeated_role_word, trimmed(text)).about(where));
        before.push_back(read.word);
        changes.push_back(std::move(read.change));
    }
    return changes;
}

AovRow parse_row(const AovRoleRow& role, const std::string& text, const std::string& where) {
    AovRow row{role.role, {}};
    if (role.role == AovRole::motion_next) row.motion.to = MotionConvention::To::next;
    const std::vector<std::string> pieces = split(text, ';');
    std::string patterns = trimmed(pieces.empty() ? "" : pieces[0]);
    if (patterns.starts_with(attribute_word)) {
        row.of_attributes = true;
        patterns = patterns.substr(attribute_word.size());
    }
    for (const std::string& pattern : split(patterns, ',')) {
        if (trimmed(pattern).empty()) throw usage_error(message(messages::no_role_pattern).about(where));
        row.patterns.push_back(trimmed(pattern));
    }
    if (row.patterns.empty()) throw usage_error(message(messages::no_role_pattern).about(where));
    for (const AovChange& change : read_words(row.role, std::span(pieces).subspan(1), where)) change(row);
    return row;
}

void parse_line(AovTable& table, const std::string& line, const std::string& where) {
    const auto equals = line.find('=');
    if (equals == std::string::npos) throw usage_error(message(messages::not_a_table_row, line).about(where));
    const std::string name = trimmed(line.substr(0, equals)), value = trimmed(line.substr(equals + 1));
    if (name == "seen") {
        table.seen = value;
    } else if (name == "mark" || name == "host") {
        const bool attribute = value.starts_with(attribute_word);
        if (!attribute && !value.starts_with(layer_word))
            throw usage_error(message(messages::not_a_mark, value).about(where));
        (name == "mark" ? table.marks : table.hosts)
            .emplace_back(attribute, trimmed(value.substr((attribute ? attribute_word : layer_word).size())));
    } else if (const AovRoleRow* role = aov_role_named(name); role && role->role != AovRole::none) {
        table.rows.push_back(parse_row(*role, value, where));
    } else {
        throw usage_error(message(messages::unknown_role, name, joined(role_names())).about(where));
    }
}

bool has_attribute(const PartNames& part, const std::string& pattern) {
    const auto equals = pattern.find('=');
    return std::ranges::any_of(part.attributes, [&](const auto& attribute) {
        return glob(pattern.substr(0, equals), attribute.first) &&
               (equals == std::string::npos || glob(pattern.substr(equals + 1), attribute.second));
    });
}

bool has_mark(const std::vector<std::pair<bool, std::string>>& marks, const std::vector<PartNames>& parts,
              const std::vector<Layer>& layers) {
    return std::ranges::any_of(marks, [&](const auto& mark) {
        const auto& pattern = mark.second;
        return mark.first
                   ? std::ranges::any_of(parts, [&](const PartNames& p) { return has_attribute(p, pattern); })
                   : std::ranges::all_of(split(pattern, ','), [&](const std::string& one) {
                         return std::ranges::any_of(
                             layers, [&](const Layer& l) { return match(trimmed(one), l).has_value(); });
                     });
    });
}

} // namespace

std::vector<AovChange> read_aov_words(AovRole role, const std::string& text, const std::string& where) {
    const std::vector<std::string> words = split(text, ',');
    for (const std::string& word : words)
        if (trimmed(word) == "to ask") throw usage_error(message(messages::undecided_motion).about(where));
    return read_words(role, words.empty() ? std::vector<std::string>{""} : words, where);
}

std::vector<std::string> aov_table_names() { return embedded_names(suffix); }

AovTable parse_aov_table(const std::string& text, const std::string& source) {
    AovTable table{source, {}};
    std::istringstream in(text);
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        line = trimmed(line.substr(0, line.find('#')));
        if (!line.empty()) parse_line(table, line, source + ":" + std::to_string(number));
    }
    return table;
}

AovTable load_aov_table(const std::string& name_or_path) {
    if (is_text_file(name_or_path)) {
        if (const auto text = read_text(name_or_path)) return parse_aov_table(*text, name_or_path);
        throw usage_error(messages::table_unread, name_or_path);
    }
    if (const std::string* text = embedded(name_or_path + std::string(suffix)))
        return parse_aov_table(*text, name_or_path);
    throw usage_error(messages::unknown_table, name_or_path, joined(aov_table_names()));
}

const AovTable& embedded_aov_table(const std::string& name) {
    static const std::map<std::string, AovTable> tables = [] {
        std::map<std::string, AovTable> all;
        for (const std::string& one : aov_table_names())
            all.emplace(one, parse_aov_table(*embedded(one + std::string(suffix)), one));
        return all;
    }();
    return tables.at(name);
}

const AovTable& recognised_aov_table(const std::vector<PartNames>& parts, const std::vector<Layer>& layers) {
    for (const auto marks : {&AovTable::marks, &AovTable::hosts})
        for (const std::string& name : aov_table_names())
            if (const AovTable& table = embedded_aov_table(name); has_mark(table.*marks, parts, layers))
                return table;
    return embedded_aov_table("generic");
}

} // namespace atrous
