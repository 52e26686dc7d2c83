#include "support/schema.h"
#include "support/app_run.h"
#include <algorithm>
#include <regex>
#include <set>

namespace atrous {
namespace {

/// Compares values of a keyword, without the line numbers at which they were read.
bool equal(const Json& a, const Json& b) { return a.dump() == b.dump(); }

bool is_a(const Json& value, const std::string& type) {
    if (type == "object") return value.object();
    if (type == "array") return value.array();
    if (type == "string") return value.string();
    if (type == "boolean") return value.boolean();
    if (type == "integer") return value.integer();
    if (type == "number") return value.number(0) == value.number(1);
    throw std::runtime_error("the schema has the unknown type " + type);
}

/// A schema with the whole document for "$ref", and the place of the value.
struct Checked {
    const Json& whole;
    std::string at{};

    std::string flaw(const std::string& reason) const {
        return (at.empty() ? "the line" : at) + " " + reason;
    }
    Checked member(const std::string& name) const { return {whole, at.empty() ? name : at + "." + name}; }

    std::string apply(const Json& value, const Json& schema) const;
    std::string keyword(const Json& value, const Json& schema, const std::string& name,
                        const Json& says) const;
    std::string members(const Json& value, const Json& schema) const;
    std::string any_of(const Json& value, const Json& choices) const;
};

const Json& referred(const Json& whole, const std::string& reference) {
    const std::string begin = "#/$defs/";
    const Json* const defs = whole.find("$defs");
    const Json* const found =
        reference.starts_with(begin) && defs ? defs->find(reference.substr(begin.size())) : nullptr;
    if (!found) throw std::runtime_error("the schema refers to nothing: " + reference);
    return *found;
}

std::string Checked::any_of(const Json& value, const Json& choices) const {
    std::string flaws;
    for (const Json& one : *choices.array()) {
        const std::string found = apply(value, one);
        if (found.empty()) return "";
        flaws += (flaws.empty() ? "" : "; or ") + found;
    }
    return flaws;
}

std::string Checked::members(const Json& value, const Json& schema) const {
    const Json *const known = schema.find("properties"), *const others = schema.find("additionalProperties");
    if (!value.object() || (!known && !others)) return "";
    for (const auto& [name, content] : *value.object()) {
        const Json* const own = known ? known->find(name) : nullptr;
        if (!own && !others) return flaw("has the member " + name + ", which the schema does not have");
        std::string found = member(name).apply(content, own ? *own : *others);
        if (!found.empty()) return found;
    }
    return "";
}

std::string Checked::keyword(const Json& value, const Json& schema, const std::string& name,
                             const Json& says) const {
    const std::set<std::string> words{"$schema", "$defs", "title", "properties", "type", "description"};
    if (name == "$ref") return apply(value, referred(whole, *says.string()));
    if (name == "anyOf") return any_of(value, says);
    if (name == "const" && !equal(value, says)) return flaw("is not " + says.dump());
    if (name == "enum" && std::ranges::none_of(*says.array(), [&](auto& one) { return equal(one, value); }))
        return flaw("is none of " + says.dump());
    if (name == "minimum" && value.number(says.number(0)) < says.number(0)) return flaw("is too small");
    if (name == "maximum" && value.number(says.number(0)) > says.number(0)) return flaw("is too large");
    if (name == "pattern" && value.string() &&
        !std::regex_search(*value.string(), std::regex(*says.string())))
        return flaw("does not have the form " + *says.string());
    if (name == "required")
        for (const Json& one : *says.array())
            if (value.object() && !value.find(*one.string())) return flaw("lacks " + *one.string());
    if (name == "items" && value.array())
        for (const Json& item : *value.array())
            if (std::string found = member("[]").apply(item, says); !found.empty()) return found;
    const std::set<std::string> checked{"const",   "enum",     "minimum", "maximum",
                                        "pattern", "required", "items",   "additionalProperties"};
    if (!words.contains(name) && !checked.contains(name))
        throw std::runtime_error("the schema has the unknown keyword " + name + " beside " +
                                 schema.object()->front().first);
    return "";
}

std::string Checked::apply(const Json& value, const Json& schema) const {
    if (const Json* const type = schema.find("type")) {
        const Json::Array types = type->array() ? *type->array() : Json::Array{*type};
        if (std::ranges::none_of(types, [&](const Json& one) { return is_a(value, *one.string()); }))
            return flaw("is no " + type->dump());
    }
    for (const auto& [name, says] : *schema.object())
        if (std::string found = keyword(value, schema, name, says); !found.empty()) return found;
    return members(value, schema);
}

/// A complete line of a run in a log, or null.
Json line_of_run(const std::string& text) {
    try {
        Json line = parse_json(text, "a log");
        const bool is_run = std::regex_search(line.text_of("run"), std::regex("-[0-9]+-[0-9a-f]+$"));
        return is_run ? line : Json();
    } catch (const Error&) { // incomplete lines do not count
        return {};
    }
}

} // namespace

std::string flaw_in(const Json& value, const Json& schema) { return Checked{schema}.apply(value, schema); }

const Json& log_schema() {
    static const Json schema = [] {
        const fs::path path = fs::path(source_dir()) / "data/log.schema.json";
        return parse_json(slurp(path), path.string());
    }();
    return schema;
}

int check_logs(const fs::path& folder) {
    const Json& run = *referred(log_schema(), "#/$defs/run").find("properties")->find("schema");
    const std::int64_t newest = run.integer_of("const");
    int lines = 0;
    std::error_code ec;
    const auto all = fs::directory_options::skip_permission_denied;
    for (fs::recursive_directory_iterator at(folder, all, ec), end; !ec && at != end; at.increment(ec)) {
        if (!fs::is_regular_file(at->symlink_status(ec))) continue;
        std::ifstream in(at->path());
        std::string begin(10, ' ');
        in.read(begin.data(), std::streamsize(begin.size()));
        std::int64_t number = 0;
        in >> number;
        if (begin != "{\"schema\":" || number < newest) continue; // what a test made older
        in.seekg(0);
        for (std::string text; std::getline(in, text);) {
            const Json line = line_of_run(text);
            if (line.is_null()) continue;
            ++lines;
            const std::string flaw = flaw_in(line, log_schema());
            CHECK_MESSAGE(flaw.empty(), (at->path().string() + ": " + flaw + "\n" + text));
        }
    }
    return lines;
}

} // namespace atrous
