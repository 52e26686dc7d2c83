// The manual pages name the presets, AOV tables, spaces and commands that there are, and no others. Their options are made from the
// tables, by compose-manual, which fails if one lacks its text.
#include "support/manual.h"
#include "base/text.h"
#include "cli/preset.h"
#include "cli/tables.h"
#include "graph/tables.h"
#include "renders/table.h"
#include "support/app_run.h"
#include <numeric>
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

TEST_CASE(
    "tables of the manual fit into 80 columns: cells fit their columns, and the last one keeps a quarter") {
    constexpr std::size_t indent = 5, last_at = 80 * 3 / 4 + indent;
    const std::regex macro("(Fl|Cm|Va|Pa|Ar|Sy|Ev|Dv|Ql|Em|No) "), punctuation(" ([,;.])"),
        quoted("\"([^\"]*)\"");
    for (const fs::directory_entry& page : fs::directory_iterator(manual_dir())) {
        std::vector<std::size_t> widths;
        const auto gap = [&] {
            return std::size_t(widths.size() < 5 ? 4 : widths.size() == 5 ? 3 : 1);
        }; // mdoc(7)
        for (const std::string& line : split(slurp(page.path()), '\n')) {
            CAPTURE(page.path());
            CAPTURE(line);
            if (line.starts_with(".Bl")) widths.clear();
            if (line.starts_with(".Bl -column")) {
                for (std::sregex_iterator at(line.begin(), line.end(), quoted), end; at != end; ++at)
                    widths.push_back(std::size_t((*at)[1].length()));
                CHECK(std::accumulate(widths.begin(), widths.end() - 1,
                                      indent + gap() * (widths.size() - 1)) <= last_at);
            }
            if (widths.empty() || !line.starts_with(".It ")) continue;
            std::string cells = std::regex_replace(line.substr(4), macro, "");
            cells = std::regex_replace(cells, punctuation, "$1");
            std::size_t column = 0;
            for (std::size_t at = 0, end; (end = cells.find(" Ta ", at)) != std::string::npos; at = end + 4)
                CHECK(end - at <= widths.at(column++) + gap() - 1);
        }
    }
}
