// Checks that each file includes the headers that declare its names. All presets but `dev` compile several files together, so the
// compiler finds neither a missing include nor a name that hides a header's name in the next file.
#include "support/app_run.h"
#include "support/skip.h"
#include <cctype>
#include <map>
#include <regex>
#include <set>

using namespace atrous;

namespace {

using Names = std::set<std::string>;

/// The text without comments, and with empty strings.
std::string code_of(const std::string& text) {
    static const std::regex literal(R"("(\\.|[^"\\])*")");
    std::string code;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (has_text(line, "\"")) line = std::regex_replace(line, literal, "\"\"");
        code += line.substr(0, line.find("//")) + '\n';
    }
    return code;
}

/// Includes, uses and declarations of a file.
struct Source {
    std::vector<std::string> includes;
    Names types, functions, constants; ///< declared at the level of a namespace
    Names hidden;                      ///< functions and constants of an unnamed namespace
    Names used_types, called;          ///< used, and not declared in the file at any level
};

/// Adds a line at the level of a namespace, without indent.
void add_declaration(const std::string& line, bool unnamed, Source& to) {
    static const std::regex type(R"((struct|class|enum class|enum|union)\s+([A-Z]\w*)[^;]*\{.*)"),
        alias(R"(using\s+(\w+)\s*=.*)"), constant(R"((inline )?constexpr [\w:<>\s*]+?\b(\w+)\s*[={\[].*)"),
        function(R"((?!namespace|template|return|using|#)[A-Za-z][\w:<>,&*\s\[\]]*[\s&*](\w+)\(.*)");
    std::smatch match;
    if (std::regex_match(line, match, type))
        to.types.insert(match[2]);
    else if (std::regex_match(line, match, alias))
        to.types.insert(match[1]);
    else if (std::regex_match(line, match, constant))
        (unnamed ? to.hidden : to.constants).insert(match[2]);
    else if (std::regex_match(line, match, function))
        (unnamed ? to.hidden : to.functions).insert(match[1]);
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Adds the names that the code uses and does not declare. A call of a member is `a.name(` and a definition
/// of one `a::name(`. Other declarations have a type before their name.
void add_uses(const std::string& code, Source& to) {
    static const Names kinds = {"struct", "class", "enum", "union", "using", "typename"},
                       statements = {"return", "else", "throw", "case", "co_return", "do", "new"};
    Names declared;
    std::string before; // the word before this one
    for (std::size_t at = 0; at < code.size(); ++at) {
        if (!is_word(code[at])) continue;
        const std::size_t from = at;
        while (at < code.size() && is_word(code[at])) ++at;
        const std::string word = code.substr(from, at - from);
        std::size_t last = from; // after the text that precedes the name
        while (last > 0 && std::isspace(static_cast<unsigned char>(code[last - 1]))) --last;
        const char sign = last > 0 ? code[last - 1] : ' ';
        const bool member = sign == '.' || sign == ':' || (sign == '>' && last > 1 && code[last - 2] == '-');
        const bool typed =
            (is_word(sign) && !statements.contains(before)) || sign == '&' || sign == '*' || sign == '>';
        const bool call = at < code.size() && code[at] == '(';
        const bool lambda = before == "auto", of_class = call && sign == ':';
        if (kinds.contains(before) || lambda || of_class ||
            (call && typed && !member && sign != '&' && sign != '*'))
            declared.insert(word);
        else if (call && !member)
            to.called.insert(word);
        if (!member && std::isupper(static_cast<unsigned char>(word[0]))) to.used_types.insert(word);
        before = word;
        --at;
    }
    for (const Names* names : {&declared, &to.functions, &to.hidden})
        for (const auto& word : *names) to.called.erase(word), to.used_types.erase(word);
}

Source source_of(const std::string& text) {
    static const std::regex include(R"re(\s*#\s*include\s*"([^"]+)".*)re");
    Source source;
    std::smatch match;
    std::istringstream whole(text);
    for (std::string line; std::getline(whole, line);)
        if (has_text(line, "include") && std::regex_match(line, match, include))
            source.includes.push_back(match[1]);
    const std::string code = code_of(text);
    bool unnamed = false, nested = false; // in a namespace like eaw_range
    std::istringstream lines(code);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("namespace")) {
            unnamed = line.starts_with("namespace {");
            nested = !unnamed && line != "namespace atrous {";
        } else if (line == "} ") { // the comment that closes one is gone
            unnamed = nested = false;
        } else if (!nested && !line.empty() && std::isalpha(static_cast<unsigned char>(line[0]))) {
            add_declaration(line, unnamed, source);
        }
    }
    add_uses(code, source);
    return source;
}

using Sources = std::map<std::string, Source>;

Sources read_sources() {
    const fs::path root = fs::path(source_dir()) / "src";
    Sources all;
    for (const auto& entry : fs::recursive_directory_iterator(root))
        if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
            all[fs::relative(entry.path(), root).string()] = source_of(slurp(entry.path()));
    return all;
}

const Sources& all_sources() {
    static const Sources all = read_sources();
    return all;
}

/// Adds all direct and indirect includes of the file.
void add_headers(const Sources& all, const std::string& file, Names& to) {
    const auto source = all.find(file);
    if (source == all.end()) return; // a kernel's
    for (const auto& header : source->second.includes)
        if (to.insert(header).second) add_headers(all, header, to);
}

Names headers_of(const Sources& all, const std::string& file) {
    Names headers{file};
    add_headers(all, file, headers);
    return headers;
}

/// Per name the headers that declare it.
using Places = std::map<std::string, Names>;

Places places_of(const Sources& all, Names Source::*kind) {
    Places found;
    for (const auto& [file, source] : all)
        if (file.ends_with(".h"))
            for (const auto& name : source.*kind) found[name].insert(file);
    return found;
}

struct Declarations {
    Places types, functions;
    explicit Declarations(const Sources& all)
        : types(places_of(all, &Source::types)), functions(places_of(all, &Source::functions)) {}
};

/// Names that the file uses, that only one header declares and that no included header declares: "name of header".
Names missing(const Sources& all, const Declarations& declared, const std::string& file) {
    const Names headers = headers_of(all, file);
    Names found;
    const auto look = [&](const Places& where, const Names& used) {
        for (const auto& name : used)
            if (const auto at = where.find(name); at != where.end() && at->second.size() == 1)
                if (!headers.contains(*at->second.begin())) found.insert(name + " of " + *at->second.begin());
    };
    look(declared.types, all.at(file).used_types);
    look(declared.functions, all.at(file).called);
    return found;
}

std::string text_of(const Names& names) {
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

/// The sources of each file that CMake makes of several for the compiler.
std::vector<Names> units() {
    const fs::path build = fs::path(manual_dir()).parent_path(), src = fs::path(source_dir()) / "src";
    std::vector<Names> found;
    for (const auto& entry : fs::recursive_directory_iterator(build / "CMakeFiles")) {
        if (!entry.path().filename().string().starts_with("unity_") || entry.path().extension() != ".cxx")
            continue;
        Names& unit = found.emplace_back();
        for (const std::string& file : source_of(slurp(entry.path())).includes)
            if (const std::string name = fs::path(file).lexically_relative(src).string();
                all_sources().contains(name)) // or CMake made the unit for an earlier state of the sources
                unit.insert(name);
    }
    return found;
}

/// Names in the source's unnamed namespaces that headers of the file `other` declare, too. Compiled together
/// after the source, `other` would use these names. `headers`: the headers of `other`.
Names hidden_by(const Source& source, const Sources& all, const std::string& other, const Names& headers) {
    Names found;
    for (const auto& header : headers)
        if (const auto at = all.find(header); at != all.end() && header != other)
            for (const auto& name : source.hidden)
                if (at->second.functions.contains(name) || at->second.constants.contains(name))
                    found.insert(name);
    return found;
}

} // namespace

TEST_CASE("each file includes what declares the names that it uses") {
    const Sources& all = all_sources();
    REQUIRE(all.size() > 200);
    const Declarations declared(all);
    std::size_t uses = 0;
    for (const auto& [file, source] : all) {
        CAPTURE(file);
        CHECK(text_of(missing(all, declared, file)) == "");
        uses += source.called.size() + source.used_types.size();
    }
    CHECK(uses > 2000);
}

TEST_CASE("no name of an unnamed namespace hides one of a header that another file of its unit includes") {
    const Sources& all = all_sources();
    const std::vector<Names> united = units();
    if (united.empty()) return test::skip("the compiler gets each file by itself");
    std::size_t names = 0;
    for (const Names& unit : united)
        for (const std::string& other : unit) {
            const Names headers = headers_of(all, other);
            for (const std::string& file : unit) {
                CAPTURE(file);
                CAPTURE(other);
                CHECK(text_of(hidden_by(all.at(file), all, other, headers)) == "");
                names += all.at(file).hidden.size();
            }
        }
    CHECK(names > 500);
}

TEST_CASE("a missing include and a hidden name are found") {
    Sources all;
    all["a/a.h"] =
        source_of("namespace atrous {\nstruct Thing {\n};\nint made(int);\nconstexpr int most = 3;\n}\n");
    all["a/b.h"] = source_of("#include \"a/a.h\"\n");
    all["a/use.cpp"] = source_of("#include \"a/b.h\"\nint f() { return made(most); }\n");
    all["a/bad.cpp"] = source_of("// Thing\nint f(Thing t) { return made(1) + t.other(\"other(\"); }\n");
    all["a/own.cpp"] =
        source_of("namespace atrous {\nnamespace {\nint made(long) { return 1; }\nconstexpr int most = 4;\n"
                  "} // namespace\nint g() { return made(2); }\n}\n");
    const Declarations declared(all);
    CHECK(missing(all, declared, "a/use.cpp") == Names{});
    CHECK(missing(all, declared, "a/bad.cpp") == Names{"Thing of a/a.h", "made of a/a.h"});
    CHECK(missing(all, declared, "a/own.cpp") == Names{});
    CHECK(hidden_by(all.at("a/own.cpp"), all, "a/use.cpp", headers_of(all, "a/use.cpp")) ==
          Names{"made", "most"});
    CHECK(hidden_by(all.at("a/own.cpp"), all, "a/bad.cpp", headers_of(all, "a/bad.cpp")) == Names{});
}
