// Writes JSON: shortest numbers that read back the same, and escapes as in RFC 8259 section 7, also for
// invisible characters. Handles bytes that are not UTF-8, which messages about files may contain.
#include "base/json.h"
#include "base/text.h"
#include "base/utf8.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

void write_string(std::string& out, const std::string& text) {
    out += '"';
    for (std::string_view rest = text; !rest.empty();) {
        const Character character = first_character(rest);
        rest.remove_prefix(character.bytes.size());
        if (!character.valid)
            out += '\\' + byte_code(character.bytes[0]);
        else if (character.code == '"' || character.code == '\\')
            (out += '\\') += character.bytes;
        else if (character.code == '\n')
            out += "\\n";
        else if (character.code == '\t')
            out += "\\t";
        else if (is_hidden(character.code))
            out += character_code(character.code);
        else
            out += character.bytes;
    }
    out += '"';
}

bool is_plain(const Json& value) { return !value.array() && !value.object(); }

void new_line(std::string& out, int indent, int depth) {
    if (indent < 0) return;
    out += '\n';
    out.append(std::size_t(indent) * std::size_t(depth), ' ');
}

} // namespace

// Here, so that not every file that makes JSON unfolds the variant.
Json::Json() = default;
Json::~Json() = default;
Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;

double Json::number(double fallback) const {
    if (const auto* whole = integer()) return double(*whole);
    const auto* real = std::get_if<double>(&value_);
    return real ? *real : fallback;
}

const Json* Json::find(const std::string& name) const {
    const auto* members = object();
    if (!members) return nullptr;
    const auto at = std::ranges::find(*members, name, &Object::value_type::first);
    return at == members->end() ? nullptr : &at->second;
}

std::string Json::text_of(const std::string& name) const {
    const Json* const value = find(name);
    return value && value->string() ? *value->string() : "";
}

std::int64_t Json::integer_of(const std::string& name, std::int64_t fallback) const {
    const Json* const value = find(name);
    return value && value->integer() ? *value->integer() : fallback;
}

double Json::number_of(const std::string& name) const {
    const Json* const value = find(name);
    return value ? value->number(0) : 0;
}

std::vector<std::string> Json::texts_of(const std::string& name) const {
    std::vector<std::string> texts;
    if (const Json* const list = find(name); list && list->array())
        for (const Json& one : *list->array())
            if (one.string()) texts.push_back(*one.string());
    return texts;
}

Json& Json::operator[](const std::string& name) {
    if (!object()) value_ = Object{};
    auto& members = std::get<Object>(value_);
    const auto at = std::ranges::find(members, name, &Object::value_type::first);
    return at != members.end() ? at->second : members.emplace_back(name, Json()).second;
}

void Json::push_back(Json value) {
    if (!array()) value_ = Array{};
    std::get<Array>(value_).push_back(std::move(value));
}

void Json::write(std::string& out, int indent, int depth) const {
    if (const auto* flag = boolean()) {
        out += *flag ? "true" : "false";
    } else if (const auto* whole = integer()) {
        out += std::to_string(*whole);
    } else if (const auto* real = std::get_if<double>(&value_)) {
        const bool minus_zero = *real == 0 && std::signbit(*real); // "-0" would be read as the integer 0
        out += minus_zero ? "-0.0" : std::isfinite(*real) ? exact(*real) : "null";
    } else if (const auto* text = string()) {
        write_string(out, *text);
    } else if (const auto* items = array()) {
        const int inner = std::ranges::all_of(*items, is_plain) ? -1 : indent;
        out += '[';
        for (std::size_t i = 0; i < items->size(); ++i) {
            if (i) out += inner < 0 && indent >= 0 ? ", " : ",";
            new_line(out, inner, depth + 1);
            (*items)[i].write(out, inner < 0 ? -1 : indent, depth + 1);
        }
        if (!items->empty()) new_line(out, inner, depth);
        out += ']';
    } else if (const auto* members = object()) {
        out += '{';
        for (std::size_t i = 0; i < members->size(); ++i) {
            if (i) out += ',';
            new_line(out, indent, depth + 1);
            write_string(out, (*members)[i].first);
            out += indent < 0 ? ":" : ": ";
            (*members)[i].second.write(out, indent, depth + 1);
        }
        if (!members->empty()) new_line(out, indent, depth);
        out += '}';
    } else {
        out += "null";
    }
}

std::string Json::dump(int indent) const {
    std::string out;
    write(out, indent, 0);
    return out;
}

} // namespace atrous
