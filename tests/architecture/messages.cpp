// Tests the tables of messages (src/**/messages.h): ids are stable and unique.
#include "support/app_run.h"
#include <map>
#include <regex>

using namespace atrous;

namespace {

struct Row {
    std::string file, name, id, text;
};

/// All rows in the headers of src. A text of several lines has the row of its first line.
std::vector<Row> rows_in(const std::string& file, const std::string& text) {
    static const std::regex form(R"re(\bMessageRow\s+(\w+)\s*\{\s*"([^"]*)"\s*,\s*"((?:[^"\\]|\\.)*)")re");
    std::vector<Row> rows;
    for (std::sregex_iterator at(text.begin(), text.end(), form), end; at != end; ++at)
        rows.push_back({file, (*at)[1], (*at)[2], (*at)[3]});
    return rows;
}

std::vector<Row> all_rows() {
    std::vector<Row> rows;
    const fs::path root = fs::path(source_dir()) / "src";
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        const std::string extension = entry.path().extension();
        if (extension != ".h" && extension != ".cpp") continue;
        const std::vector<Row> more = rows_in(fs::relative(entry.path(), root).string(), slurp(entry.path()));
        rows.insert(rows.end(), more.begin(), more.end());
    }
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

} // namespace

TEST_CASE("each message has an id of its own, in the table of its module, and the name of its id") {
    const std::vector<Row> rows = all_rows();
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
