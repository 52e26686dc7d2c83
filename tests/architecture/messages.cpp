// Tests the tables of messages (src/**/messages.h): ids are stable and unique.
#include "base/text.h"
#include "support/app_run.h"
#include <map>
#include <regex>
#include <set>

using namespace atrous;

namespace {

struct Row {
    std::string file, name, id, text;
};

/// All rows in a header of src.
std::vector<Row> rows_in(const std::string& file, const std::string& text) {
    static const std::regex form(
        R"re(\bMessageRow\s+(\w+)\s*\{\s*"([^"]*)"\s*,\s*((?:"(?:[^"\\]|\\.)*"\s*)+))re");
    static const std::regex seam("\"\\s*\"|^\"|\"\\s*$"); // between the lines of a text, and around it
    std::vector<Row> rows;
    for (std::sregex_iterator at(text.begin(), text.end(), form), end; at != end; ++at)
        rows.push_back({file, (*at)[1], (*at)[2], std::regex_replace((*at)[3].str(), seam, "")});
    return rows;
}

std::vector<Row> read_rows() {
    std::vector<Row> rows;
    const fs::path root = fs::path(source_dir()) / "src";
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        const std::string extension = entry.path().extension();
        if (extension != ".h" && extension != ".cpp") continue;
        const std::string text = slurp(entry.path());
        if (!has_text(text, "MessageRow")) continue; // a search by pattern takes long
        const std::vector<Row> more = rows_in(fs::relative(entry.path(), root).string(), text);
        rows.insert(rows.end(), more.begin(), more.end());
    }
    return rows;
}

const std::vector<Row>& all_rows() {
    static const std::vector<Row> rows = read_rows();
    return rows;
}

bool is_word(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)); }

/// Reason why a row is wrong, or empty.
std::string flaw_of(const Row& row) {
    if (!row.file.ends_with("messages.h")) return "is in no messages.h";
    if (!std::regex_match(row.id, std::regex("[EWN]_[A-Z][A-Z0-9_]*"))) return "has an id of another form";
    std::string name = row.id.substr(2);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    if (name != row.name) return "has another name than its id";
    if (row.text.empty()) return "has no text";
    return {};
}

/// Runs of four words of a text, without values and marks between them. Four words of a message are a sentence of its own.
std::set<std::string> runs_of(const std::string& text) {
    std::set<std::string> runs;
    std::vector<std::string> words{""};
    for (const char c : text + ".") {
        if (std::isalpha(static_cast<unsigned char>(c))) {
            words.back() += c;
            continue;
        }
        if (!words.back().empty()) words.emplace_back();
        if (words.size() > 4) runs.insert(joined({words.end() - 5, words.end() - 1}, " "));
        if (c != ' ' && c != '\'' && c != '-') words = {""};
    }
    return runs;
}

/// The strings of a test's code, adjacent ones as one, without names of test cases.
std::vector<std::string> strings_in(const std::string& code) {
    std::vector<std::string> strings;
    std::size_t end_of_last = std::string::npos;
    for (std::size_t at = 0; at < code.size(); ++at) {
        if (code.compare(at, 2, "//") == 0 || code.compare(at, 8, "#include") == 0) {
            at = std::min(code.find('\n', at), code.size());
        } else if (code.compare(at, 3, "'\"'") == 0) {
            at += 2;
        } else if (code[at] == '"') {
            const std::size_t from = at + 1, before = code.find_last_not_of(" \n", at - 1);
            for (++at; at < code.size() && code[at] != '"'; ++at) at += code[at] == '\\';
            const bool is_name = before > 3 && code.compare(before - 4, 5, "CASE(") == 0;
            if (before == end_of_last && !strings.empty())
                strings.back() += code.substr(from, at - from);
            else
                strings.push_back(is_name ? "" : code.substr(from, at - from));
            end_of_last = at;
        }
    }
    return strings;
}

} // namespace

TEST_CASE("each message has an id of its own, in the table of its module, and the name of its id") {
    const std::vector<Row>& rows = all_rows();
    REQUIRE(!rows.empty());
    std::map<std::string, std::string> names;
    for (const Row& row : rows) {
        CAPTURE(row.file);
        CAPTURE(row.id);
        CHECK(flaw_of(row) == "");
        // Two rows of one name would be one for the linker.
        const auto [other, fresh] = names.emplace(row.name, row.file);
        CAPTURE(other->second);
        CHECK(fresh);
    }
}

TEST_CASE("code of the program uses each row") {
    std::string code;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(source_dir()) / "src"))
        if (const std::string name = entry.path().filename();
            !name.ends_with("messages.h") && entry.is_regular_file())
            code += slurp(entry.path());
    for (const Row& row : all_rows()) {
        const std::string use = "messages::" + row.name;
        std::size_t at = code.find(use);
        while (at != std::string::npos && is_word(code[at + use.size()])) at = code.find(use, at + 1);
        CAPTURE(row.id);
        CHECK(at != std::string::npos);
    }
}

TEST_CASE("tests compare ids and values of messages, not their sentences") {
    constexpr std::size_t most = 43; // of before this rule; it can only fall
    std::set<std::string> sentences;
    for (const Row& row : all_rows()) sentences.merge(runs_of(row.text));
    std::vector<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(source_dir()) / "tests")) {
        const std::string extension = entry.path().extension();
        if (extension != ".h" && extension != ".cpp") continue;
        for (const std::string& text : strings_in(slurp(entry.path())))
            if (std::ranges::any_of(runs_of(text), [&](const auto& run) { return sentences.contains(run); }))
                found.push_back(entry.path().filename().string() + ": " + text);
    }
    CAPTURE("use line(messages::ROW, VALUE...) or message(messages::ROW, VALUE...) of support/messages.h");
    CAPTURE(joined(found, "\n"));
    CHECK(found.size() <= most);
}

TEST_CASE("sentences in strings of tests are found") {
    CHECK(runs_of("{}: is not a size; use WIDTHxHEIGHT") == std::set<std::string>{"is not a size"});
    CHECK(strings_in("TEST_CASE(\"a name\") { check(\"one \"\n \"two\", \"three\"); } // \"four\"") ==
          std::vector<std::string>{"", "one two", "three"});
}

TEST_CASE("rows that are no good are found") {
    const auto flaw = [](const char* file, const std::string& text) {
        const std::vector<Row> rows = rows_in(file, text);
        REQUIRE(rows.size() == 1);
        return flaw_of(rows[0]);
    };
    CHECK(flaw("batch/messages.h", "inline constexpr MessageRow a_b{\"E_A_B\",\n \"{}: \\\"is\\\"\"};") ==
          "");
    CHECK(flaw("batch/batch.cpp", "MessageRow a_b{\"E_A_B\", \"{}\"};") != "");
    CHECK(flaw("batch/messages.h", "MessageRow a_b{\"E_A_C\", \"{}\"};") != "");
    CHECK(flaw("batch/messages.h", "MessageRow a_b{\"X_A_B\", \"{}\"};") != "");
    CHECK(flaw("batch/messages.h", "MessageRow a_b{\"E_A_B\", \"\"};") != "");
}
