// Default and range of every setting: in its row, in --help, in JSON, in presets, in the manual page and in the README.
#include "app/cli/preset.h"
#include "app/cli/setting_makers.h"
#include "app/enhance/options.h"
#include "filters/eaw/plan.h"
#include "support/app_run.h"
#include <cctype>
#include <map>
#include <regex>

using namespace atrous;

namespace {

/// An option's description in the manual page without its macros: ".Cm auto ) ." becomes "auto ) .".
std::map<std::string, std::string> manual() {
    std::map<std::string, std::string> texts;
    std::ifstream in(fs::path(source_dir()) / "man/atrous-enhance.1");
    std::string* text = nullptr;
    for (std::string line; std::getline(in, line);) {
        std::smatch item;
        if (std::regex_search(line, item, std::regex("^\\.It (?:Fl . , )?Fl -([a-z-]+)"))) {
            text = &texts[item[1]];
            continue;
        }
        if (line.starts_with(".Ss") || line.starts_with(".Sh")) text = nullptr;
        if (line.starts_with(".")) line.erase(0, std::min(line.find(' ') + 1, line.size()));
        if (text) *text += line + " ";
    }
    return texts;
}

struct Cells {
    std::string meaning, fallback;
};
/// The README's table of options by long names, without marks of code.
std::map<std::string, Cells> readme() {
    std::map<std::string, Cells> rows;
    std::ifstream in(fs::path(source_dir()) / "README.md");
    const std::regex row("^\\| `[^|]*?--([a-z-]+)(?:[^|]|\\\\\\|)*` \\| (.*) \\| (.*) \\|$");
    for (std::string line; std::getline(in, line);) {
        std::smatch cells;
        if (!std::regex_match(line, cells, row)) continue;
        std::string fallback = cells[3];
        std::erase(fallback, '`');
        rows[cells[1]] = {cells[2], fallback};
    }
    return rows;
}

/// Whether the text begins with these words, and not only with a part of the last one.
bool begins_with(const std::string& text, const std::string& words) {
    if (!text.starts_with(words)) return false;
    const char next = text.size() > words.size() ? text[words.size()] : ' ';
    const bool fraction = next == '.' && text.size() > words.size() + 1 &&
                          std::isdigit(static_cast<unsigned char>(text[words.size() + 1]));
    return !std::isalnum(static_cast<unsigned char>(next)) && !fraction;
}

bool has_range(const OptionRow& row) {
    return row.kind == ValueKind::integer || row.kind == ValueKind::number || row.kind == ValueKind::curve;
}

/// Whether a value is refused, by the row or by resolve().
bool refused(const SettingRow<EawSettings>& row, double value) {
    Pixels image;
    image.size = {64, 64};
    EawSettings settings;
    try {
        check_value(row.option, exact(value), row.option.name);
        row.set(settings, exact(value));
        resolve(settings, image, {});
    } catch (const Error& error) {
        CHECK(std::string(error.what()).find("out of range") != std::string::npos);
        return true;
    }
    return false;
}

} // namespace

TEST_CASE("defaults of the manual page and the README are those of the rows") {
    const auto pages = manual();
    const auto table = readme();
    for (const auto& [option, set, get] : setting_rows()) {
        CAPTURE(option.name);
        CAPTURE(option.fallback);
        REQUIRE(pages.contains(option.name));
        REQUIRE(table.contains(option.name));
        const std::string text = pages.at(option.name), mark = "default: ";
        CAPTURE(text);
        REQUIRE(text.find(mark) != std::string::npos);
        std::string stated = text.substr(text.find(mark) + mark.size());
        if (stated.starts_with("from the ")) stated.erase(0, std::string("from the ").size());
        CHECK(begins_with(stated, option.fallback));
        CHECK(begins_with(table.at(option.name).fallback, option.fallback));
    }
}

TEST_CASE("ranges of --help, the manual page and the README are those of the rows") {
    const auto pages = manual();
    const auto table = readme();
    for (const auto& [option, set, get] : setting_rows()) {
        if (!has_range(option)) continue;
        CAPTURE(option.name);
        const std::string range = range_text({option.least, option.most});
        CAPTURE(range);
        CHECK(std::string(option.help).find(range) != std::string::npos);
        CHECK(lower(pages.at(option.name)).find(range) != std::string::npos);
        const std::string& meaning = table.at(option.name).meaning;
        const std::regex any_range("-?[0-9]+ to -?[0-9]+");
        for (std::sregex_iterator at(meaning.begin(), meaning.end(), any_range), end; at != end; ++at)
            CHECK(at->str() == range);
    }
}

TEST_CASE("both ends of a range are taken, and nothing beyond them") {
    for (const auto& row : setting_rows()) {
        if (!has_range(row.option)) continue;
        CAPTURE(row.option.name);
        CHECK_FALSE(refused(row, row.option.least));
        CHECK_FALSE(refused(row, row.option.most));
        CHECK(refused(row, row.option.least - 1));
        CHECK(refused(row, row.option.most + 1));
    }
}

TEST_CASE("the default of a row is the struct's, as JSON shows it and as it is typed") {
    const Json shown = settings_json({});
    std::size_t of_preset = 0;
    for (const auto& row : setting_rows()) {
        const std::string name = row.option.name, fallback = row.option.fallback;
        CAPTURE(name);
        if (fallback.starts_with("preset")) {
            ++of_preset;
            continue;
        }
        CHECK(typed(*shown.find(name)) == fallback);
        EawSettings settings;
        check_value(row.option, fallback, name);
        row.set(settings, fallback);
        CHECK(row.get(settings).dump() == shown.find(name)->dump());
    }
    CHECK(of_preset == 5);
}

TEST_CASE("what the default preset sets is said to come from the preset") {
    const OptionRow* preset = find_option(enhance_table().rows, "preset");
    const auto lines = load_preset(preset->fallback).lines;
    REQUIRE_FALSE(lines.empty());
    for (const auto& line : lines) {
        CAPTURE(line.name);
        CHECK(std::string(find_setting(line.name)->option.fallback).starts_with("preset"));
    }
}
