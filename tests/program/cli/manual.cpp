// The manual pages are made from the tables of options, and name the presets, AOV tables, spaces and commands that there are, and
// every member of the log, no more and no fewer.
#include "support/manual.h"
#include "base/text.h"
#include "cli/preset.h"
#include "cli/tables.h"
#include "graph/tables.h"
#include "renders/table.h"
#include "support/app_run.h"
#include <regex>

using namespace atrous;

namespace {

/// The pages that list a command's options: its own, and the one of common options.
std::set<std::string> options_in_pages(const std::string& command) {
    std::set<std::string> options = manual_options(manual_page("atrous-" + command));
    if (fs::exists(fs::path(manual_dir()) / "atrous-options.7"))
        options.merge(manual_options(manual_page("atrous-options")));
    return options;
}

} // namespace

TEST_CASE("each option that --help-all lists has an item in the manual, and no hidden one has") {
    for (const OptionTable* table : {&enhance_table(), &denoise_table(), &scale_table(), &probe_table(),
                                     &compare_table(), &verify_table(), &devices_table(), &bench_table()}) {
        const std::set<std::string> options = options_in_pages(table->command);
        for (const OptionRow& row : table->rows) {
            CAPTURE(std::string(table->command));
            CAPTURE(std::string(row.name));
            const bool in_bench =
                row.level == OptionLevel::hidden && find_option(bench_table().rows, row.name);
            if (!in_bench)
                CHECK(options.contains(std::string("-") + row.name) == (row.level != OptionLevel::hidden));
        }
    }
}

TEST_CASE("an item of the manual has letter, value, range and default of the option's row") {
    const std::string page = manual_page("atrous-enhance");
    for (const char* item :
         {".It Fl d , Fl -depth Cm uint8 | uint16 | half | float\n", ".It Fl -levels Ar n | Cm auto\n",
          "Range: 1 to 10; default: auto.\n", ".It Fl -edges Ar sigma,... | Cm off | auto\n",
          "default: the preset's, otherwise the space's own.\n"})
        CHECK(page.find(item) != std::string::npos);
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
