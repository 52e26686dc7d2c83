// Compares names in the manual pages with the program's tables: words of options, presets, AOV tables,
// spaces, commands, and every member of the log, no more and no fewer.
#include "support/manual.h"
#include "base/text.h"
#include "cli/preset.h"
#include "cli/setting_rows.h"
#include "cli/tables.h"
#include "formats/dispatch/capabilities.h"
#include "graph/tables.h"
#include "image/profile.h"
#include "lab/banks/commands/banks.h"
#include "lab/banks/named_mappings.h"
#include "renders/table.h"
#include "support/app_run.h"
#include <regex>

using namespace atrous;

namespace {

/// The words of an option: all words in its row, and words in its placeholder that are no names of values.
std::set<std::string> words_of(const OptionRow& row) {
    std::set<std::string> words;
    for (const char* list : {row.words, row.value})
        for (const std::string& word : split(list, '|'))
            if (std::regex_match(word, std::regex("[a-z0-9][a-z0-9:-]*"))) words.insert(word);
    return words;
}

/// A table and the page that describes its options.
struct Described {
    const OptionTable& table;
    std::map<std::string, std::string> texts;
};
std::vector<Described> described() {
    std::vector<Described> all;
    for (const OptionTable* table : {&enhance_table(), &denoise_table(), &scale_table(), &probe_table(),
                                     &compare_table(), &verify_table(), &devices_table(), &bench_table()})
        all.push_back({*table, manual_of_options(manual_page(std::string("atrous-") + table->command))});
    for (const OptionTable* table : banks_tables()) {
        std::string section = split(table->command, ' ').back() + " COMMAND";
        std::ranges::transform(section, section.begin(),
                               [](unsigned char c) { return char(std::toupper(c)); });
        const std::string page = manual_page("atrous-banks");
        all.push_back(
            {*table, manual_of_options(manual_section(page, "DESCRIPTION") + manual_section(page, section))});
    }
    return all;
}

/// All compressions in the error message.
std::vector<std::string> compression_names() {
    std::string text;
    try {
        check_compression("?");
    } catch (const Error& error) {
        text = error.what();
    }
    std::vector<std::string> names;
    const std::regex name("(?:: |, )([a-z0-9]+)");
    for (std::sregex_iterator at(text.begin() + std::ptrdiff_t(text.find(';')), text.end(), name), end;
         at != end; ++at)
        names.push_back((*at)[1]);
    return names;
}

std::vector<std::string> mapping_names() {
    std::vector<std::string> names;
    for (const BankMapping& row : bank_mappings()) names.emplace_back(row.name);
    return names;
}

} // namespace

TEST_CASE("each word that an option takes is named in its item of the manual page") {
    for (const auto& [table, texts] : described())
        for (const OptionRow& row : table.rows) {
            const std::string option = std::string("-") + row.name;
            CAPTURE(std::string(table.command));
            CAPTURE(option);
            CHECK(texts.contains(option));
            for (const std::string& word : words_of(row)) {
                CAPTURE(word);
                CHECK((texts.contains(option) && has_word(texts.at(option), word)));
            }
        }
}

TEST_CASE("each row of a table that options name is named in the manual page and in --help") {
    struct Row {
        const char *page, *option;
        std::vector<std::string> names;
    };
    const std::vector<Row> rows{{"atrous-bench", "schedule", names_of(schedules())},
                                {"atrous-bench", "order", names_of(orders())},
                                {"atrous-bench", "form", names_of(forms())},
                                {"atrous-bench", "map", names_of(maps())},
                                {"atrous-bench", "element", names_of(elements())},
                                {"atrous-bench", "synthesis", names_of(syntheses())},
                                {"atrous-bench", "border", names_of(borders())},
                                {"atrous-bench", "storage", names_of(storages())},
                                {"atrous-banks", "mapping", mapping_names()},
                                {"atrous-enhance", "assume-profile", profile_names()},
                                {"atrous-scale", "assume-profile", profile_names()},
                                {"atrous-enhance", "compression", compression_names()},
                                {"atrous-denoise", "compression", compression_names()},
                                {"atrous-scale", "compression", compression_names()}};
    std::map<std::string, std::string> help;
    for (const Described& one : described())
        for (const OptionRow& row : one.table.rows)
            help["atrous-" + split(one.table.command, ' ').front() + row.name] += row.help;
    for (const auto& [page, option, names] : rows) {
        CAPTURE(std::string(page));
        CAPTURE(std::string(option));
        REQUIRE_FALSE(names.empty());
        const std::string text = manual_of_options(manual_page(page)).at(std::string("-") + option);
        for (const std::string& name : names) {
            CAPTURE(name);
            CHECK(has_word(text, name));
            CHECK(has_word(help.at(std::string(page) + option), name));
        }
    }
}

TEST_CASE(
    "sections of the manual list the presets, the AOV tables and the commands that there are, and no others") {
    const auto items = [](const std::string& page, const std::string& heading) {
        std::string heads;
        for (const std::string& line : split(manual_section(manual_page(page), heading), '\n'))
            if (line.starts_with(".It Cm")) heads += line + "\n";
        return manual_words(heads, "Cm");
    };
    const auto set_of = [](const std::vector<std::string>& names) {
        return std::set(names.begin(), names.end());
    };
    CHECK(items("atrous-enhance", "PRESETS") == set_of(preset_names()));
    CHECK(items("atrous-denoise", "AOV TABLES") == set_of(aov_table_names()));
    std::set<std::string> commands;
    const std::string help = Folder().run("--help").out;
    const std::regex command("\n  ([a-z]+) ");
    for (std::sregex_iterator at(help.begin(), help.end(), command), end; at != end; ++at) {
        commands.insert((*at)[1]);
        CHECK_FALSE(manual_page("atrous-" + (*at)[1].str()).empty());
    }
    CHECK(items("atrous", "DESCRIPTION") == commands);
}

TEST_CASE("the manual's table of spaces has each with its sigma") {
    const std::string section = manual_section(manual_page("atrous-enhance"), "SPACES");
    for (const Space& space : spaces()) {
        CAPTURE(space.name);
        const std::regex row("\n\\.It " + std::string(space.name) + " Ta .* Ta " +
                             decimal(space.default_sigma) + " Ta ");
        CHECK(std::regex_search(section, row));
    }
}

namespace {

std::set<std::string> option_names() {
    std::set<std::string> names;
    for (const OptionTable* table : {&enhance_table(), &denoise_table(), &scale_table()})
        for (const OptionRow& row : table->rows) names.insert(row.name);
    return names;
}

/// Names of log members in the sources: `object["name"]` in files that write the log.
std::set<std::string> written_members() {
    std::set<std::string> names;
    const auto add = [&](const fs::path& file) {
        const std::string text = slurp(file);
        const std::regex member(R"re(\["([a-z0-9_-]+)"\])re");
        for (std::sregex_iterator at(text.begin(), text.end(), member), end; at != end; ++at)
            names.insert((*at)[1]);
    };
    const fs::path src = fs::path(source_dir()) / "src";
    for (const char* folder : {"batch", "engine", "commands/denoise", "commands/enhance", "commands/scale"})
        for (const auto& entry : fs::recursive_directory_iterator(src / folder))
            if (entry.path().extension() == ".cpp" && entry.path().parent_path().filename() != "report")
                add(entry.path());
    add(fs::path(source_dir()) / "src/opencl/device.cpp");
    return names;
}

/// Adds the names in an object and below it, except settings, which have the names of options.
void add_members(const Json& json, std::set<std::string>& names) {
    if (json.array())
        for (const Json& item : *json.array()) add_members(item, names);
    if (!json.object()) return;
    for (const auto& [name, value] : *json.object()) {
        names.insert(name);
        if (name != "options" && name != "settings") add_members(value, names);
    }
}

} // namespace

TEST_CASE("the manual page of the log has every member that is written, and no other") {
    const std::set<std::string> in_page = manual_words(manual_page("atrous-log"), "Va");
    const std::set<std::string> written = written_members(), options = option_names();
    REQUIRE(written.size() > 80);
    for (const std::string& name : written) {
        CAPTURE(name);
        CHECK((in_page.contains(name) || options.contains(name)));
    }
    const std::set<std::string> statuses{"ok", "failed", "skipped", "interrupted", "missing"};
    for (const std::string& name : in_page) {
        CAPTURE(name);
        CHECK((written.contains(name) || options.contains(name) || statuses.contains(name)));
    }
}

TEST_CASE("each member of a run's log is in the manual page") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("in/a.png");
    spill(folder.path / "in/b.png", "text");
    CHECK(folder.run("enhance --levels 1 in -o out").code == 1);
    std::set<std::string> names;
    for (const Json& line : read_log(folder.path / "out/atrous-timings.jsonl")) add_members(line, names);
    REQUIRE(names.contains("xxh128"));
    const std::set<std::string> in_page = manual_words(manual_page("atrous-log"), "Va");
    for (const std::string& name : names) {
        CAPTURE(name);
        CHECK(in_page.contains(name));
    }
}
