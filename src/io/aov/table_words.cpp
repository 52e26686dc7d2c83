// The table of words, their values and the roles that they belong to.
#include "io/aov/table_words.h"
#include "base/error.h"
#include "base/text.h"
#include <algorithm>
#include <array>

namespace atrous {
namespace {

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
    WordRow{"of", AovRole::variance, "mean|sample",
            [](AovRow& r, std::size_t v, double) { r.per_sample = v == 1; }},
    WordRow{"premultiplied", AovRole::none, "",
            [](AovRow& r, std::size_t, double) { r.premultiplied = r.motion.premultiplied = true; }},
};

bool belongs(const WordRow& word, AovRole role) {
    const bool vectors = word.role == AovRole::motion && role == AovRole::motion_next;
    return vectors || word.role == AovRole::none || word.role == role;
}

std::string list_of(AovRole role) {
    std::vector<std::string> listed;
    for (const WordRow& row : word_rows)
        if (belongs(row, role))
            listed.push_back(std::string(row.word) + (*row.values ? " " : "") + row.values);
    return joined(listed);
}

} // namespace

void set_aov_word(AovRow& row, const std::string& text, const std::string& where) {
    const auto blank = text.find(' ');
    const std::string name = text.substr(0, blank),
                      value = blank == std::string::npos ? "" : trimmed(text.substr(blank));
    const auto word = std::ranges::find_if(
        word_rows, [&](const WordRow& w) { return name == w.word && belongs(w, row.role); });
    if (word == word_rows.end())
        throw usage_error(where + ": '" + text + "' says nothing of " + row_of(row.role).name +
                          "; there are " + list_of(row.role));
    const bool number = std::string_view(word->values) == "number";
    const std::vector<std::string> values = split(word->values, '|');
    const auto found = std::ranges::find(values, value);
    const auto read = read_number(value);
    if (number ? !read : (values.empty() ? !value.empty() : found == values.end()))
        throw usage_error(where + ": '" + text + "' is wrong; allowed are " + list_of(row.role));
    word->set(row, std::size_t(found - values.begin()), read.value_or(0));
}

} // namespace atrous
