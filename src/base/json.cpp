// Writes JSON: shortest numbers that read back the same, escapes as RFC 8259 section 7 asks. Hides what
// becomes of bytes that are no UTF-8, which names of files may have.
#include "base/json.h"
#include "base/text.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace atrous {
namespace {

constexpr const char* replacement = "\xEF\xBF\xBD"; // U+FFFD

/// The Unicode Standard, table 3-7: which second byte may follow a first one, and how many follow in all.
/// Later bytes are 80 to BF.
struct Utf8Row {
    unsigned char first, last; ///< first bytes of this row
    std::size_t more;
    unsigned char least, most; ///< of the second byte
};
constexpr std::array<Utf8Row, 9> utf8_rows{{{0x00, 0x7F, 0, 0, 0},
                                            {0xC2, 0xDF, 1, 0x80, 0xBF},
                                            {0xE0, 0xE0, 2, 0xA0, 0xBF},
                                            {0xE1, 0xEC, 2, 0x80, 0xBF},
                                            {0xED, 0xED, 2, 0x80, 0x9F},
                                            {0xEE, 0xEF, 2, 0x80, 0xBF},
                                            {0xF0, 0xF0, 3, 0x90, 0xBF},
                                            {0xF1, 0xF3, 3, 0x80, 0xBF},
                                            {0xF4, 0xF4, 3, 0x80, 0x8F}}};

/// Bytes of the character at `at`, or, where there is none, of the longest beginning of one, at least 1.
struct Sequence {
    std::size_t length;
    bool valid;
};
Sequence sequence_at(const std::string& text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto row = std::ranges::find_if(
        utf8_rows, [&](const Utf8Row& r) { return byte(at) >= r.first && byte(at) <= r.last; });
    if (row == utf8_rows.end()) return {1, false};
    std::size_t length = 1;
    for (; length <= row->more && at + length < text.size(); ++length) {
        const unsigned char next = byte(at + length);
        const bool second = length == 1;
        if (next < (second ? row->least : 0x80) || next > (second ? row->most : 0xBF)) break;
    }
    return {length, length == row->more + 1};
}

std::string valid_utf8(const std::string& text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const Sequence sequence = sequence_at(text, at);
        out += sequence.valid ? text.substr(at, sequence.length) : replacement;
        at += sequence.length;
    }
    return out;
}

void write_string(std::string& out, const std::string& text) {
    out += '"';
    for (const char c : valid_utf8(text)) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (static_cast<unsigned char>(c) < 0x20) {
            std::array<char, 8> code{};
            std::snprintf(code.data(), code.size(), "\\u%04x", unsigned(c));
            out += code.data();
        } else {
            out += c;
        }
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
