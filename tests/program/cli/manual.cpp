// The manual pages name the presets, AOV tables, spaces and commands that there are, and no others. Their options are made from the
// tables, by compose-manual, which fails if one lacks its text.
#include "support/manual.h"
#include "base/text.h"
#include "cli/preset.h"
#include "cli/tables.h"
#include "graph/tables.h"
#include "renders/table.h"
#include "support/app_run.h"
#include <regex>

using namespace atrous;

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
