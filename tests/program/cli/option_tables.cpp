// The option tables of all commands: rows, checks of values, -h and --help.
#include "base/error.h"
#include "cli/options.h"
#include "cli/tables.h"
#include "support/app_run.h"
#include <algorithm>
#include <cctype>
#include <regex>
#include <set>

using namespace atrous;

namespace {

/// The tables of commands whose own manual page has all of their options.
#define TABLE_OF(name, ...) &name##_table(),
const OptionTable* const described_commands[] = {ATROUS_IO_COMMANDS(TABLE_OF) & devices_table(),
                                                 &bench_table()};
#undef TABLE_OF

} // namespace

TEST_CASE("every row: names are unique, sentences are not empty, values have a placeholder") {
    for (const OptionTable* table : described_commands) {
        std::set<std::string> names;
        std::set<char> letters;
        for (const auto& row : table->rows) {
            CAPTURE(row.name);
            CHECK(names.insert(row.name).second);
            if (row.letter) CHECK(letters.insert(row.letter).second);
            CHECK(std::string(row.help).size() > 8);
            CHECK((row.kind == ValueKind::flag) == (*row.value == '\0'));
            CHECK((is_listed(row) == false || std::isupper(static_cast<unsigned char>(row.help[0]))));
        }
    }
}

TEST_CASE("no range is printed with an exponent") {
    for (const OptionTable* table : described_commands)
        for (const OptionRow& row : table->rows) {
            CAPTURE(row.name);
            CHECK_FALSE(std::regex_search(std::string(row.help), std::regex("[0-9]e[+-]?[0-9]")));
            if (row.kind != ValueKind::number && row.kind != ValueKind::integer) continue;
            try {
                check_value(row, "x", row.name);
                FAIL("x is taken");
            } catch (const Error& error) {
                CHECK_FALSE(std::regex_search(std::string(error.what()), std::regex("[0-9]e[+-]?[0-9]")));
            }
        }
}

TEST_CASE("every row of a number refuses words and values that are not finite") {
    for (const OptionTable* table : described_commands)
        for (const auto& row : table->rows) {
            if (row.kind != ValueKind::integer && row.kind != ValueKind::number &&
                row.kind != ValueKind::list)
                continue;
            for (const std::string bad : {"one", "1x", "nan", "inf", "1e999", "0x10", " 1"}) {
                CAPTURE(row.name);
                CAPTURE(bad);
                CHECK_THROWS_AS(check_value(row, bad, "here"), Error);
            }
        }
}

TEST_CASE(
    "-h is one screen with the most important options, --help has the common ones, --help-all also the others") {
    const Folder folder;
    for (const OptionTable* table : described_commands) {
        const std::string command = table->command;
        const auto help_of = [&](const std::string& arguments) {
            const Ran ran = folder.run(arguments);
            CAPTURE(ran.out);
            CHECK(ran.code == 0);
            CHECK(ran.err.empty());
            std::istringstream lines(ran.out);
            for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 100);
            return ran.out;
        };
        const std::string brief = help_of(command + " -h"), common = help_of(command + " --help"),
                          all = help_text(*table, OptionLevel::expert);
        CHECK((command == "bench" || std::ranges::count(brief, '\n') <= 40));
        for (const auto& row : table->rows) {
            CAPTURE(row.name);
            const auto shows = [&](const std::string& text) {
                return std::regex_search(text,
                                         std::regex("\n  (-.,|   ) --" + std::string(row.name) + "[^a-z-]"));
            };
            CHECK(shows(common) == (row.level == OptionLevel::common));
            CHECK(shows(all) == is_listed(row));
        }
        CHECK(help_of("help " + command) == common);
        CHECK(help_of(command + " -h --help") == common);
        CHECK((brief == common) == table->shorts.empty());
        if (table->shorts.empty()) continue;
        CHECK(brief.find(table->examples) < brief.find(std::string(" --") + table->shorts[0]));
        for (const std::string name : table->shorts) {
            CAPTURE(name);
            CHECK(find_option(table->rows, name)->level == OptionLevel::common);
            CHECK(has_text(brief, " --" + name));
        }
        CHECK(has_text(brief, "--help' lists all"));
    }
}

TEST_CASE("--help has each group in one piece, and few enough options to read") {
    for (const OptionTable* table : described_commands) {
        std::vector<std::string> groups;
        std::istringstream lines(help_text(*table, OptionLevel::expert));
        for (std::string line; std::getline(lines, line);)
            if (line.ends_with(':') && line[0] != ' ' && line != "Examples:") groups.push_back(line);
        CHECK(std::set<std::string>(groups.begin(), groups.end()).size() == groups.size());
    }
    const auto count = [](const OptionTable& table, OptionLevel up_to) {
        return std::ranges::count_if(table.rows, [&](const OptionRow& row) { return row.level <= up_to; });
    };
    CHECK(count(enhance_table(), OptionLevel::common) <= 45);
    CHECK(count(enhance_table(), OptionLevel::expert) <= 64);
    CHECK(count(denoise_table(), OptionLevel::common) <= 38);
    CHECK(count(denoise_table(), OptionLevel::expert) <= 47);
}
