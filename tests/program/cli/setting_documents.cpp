// Default and range of every setting: in its row, in JSON and in presets; and the README: a first page, whose links lead somewhere.
#include "cli/preset.h"
#include "cli/setting_rows.h"
#include "cli/tables.h"
#include "commands/denoise/options.h"
#include "commands/enhance/options.h"
#include "filters/eaw/plan.h"
#include "support/app_run.h"
#include <functional>
#include <regex>
#include <set>

using namespace atrous;

namespace {

bool has_range(const OptionRow& row) {
    return row.kind == ValueKind::integer || row.kind == ValueKind::number || row.kind == ValueKind::curve;
}

/// A setting of any filter.
struct Setting {
    OptionRow option;
    Json shown; ///< the struct's own default
    std::function<Json(const std::string&)>
        taken; ///< sets a value and reads it again. Throws the errors of resolve()
};

template <class S>
std::vector<Setting> settings_of(const std::vector<SettingRow<S>>& rows, void (*resolve_them)(const S&)) {
    std::vector<Setting> settings;
    for (const SettingRow<S>& row : rows)
        settings.push_back({row.option, row.get(S{}), [=](const std::string& value) {
                                S filter;
                                check_value(row.option, value, row.option.name);
                                row.set(filter, value);
                                resolve_them(filter);
                                return row.get(filter);
                            }});
    return settings;
}

void resolve_eaw(const EawSettings& settings) {
    Pixels image;
    image.size = {64, 64};
    resolve(settings, image, {});
}
void resolve_scale(const ScaleSettings& settings) { resolve(settings); }
void resolve_svgf(const SvgfSettings& settings) { resolve(settings, DeviceTraits{}); }

/// A command whose filter's settings are documented.
struct Command {
    const char* name;
    std::vector<Setting> settings;
    std::size_t elsewhere; ///< settings whose default comes from another place: a preset, the file
};
const std::vector<Command>& documented() {
    static const std::vector<Command> all{{"enhance", settings_of(setting_rows(), resolve_eaw), 8},
                                          {"denoise", settings_of(svgf_rows(), resolve_svgf), 1},
                                          {"scale", settings_of(scale_rows(), resolve_scale), 0}};
    return all;
}

bool is_elsewhere(const std::string& fallback) {
    return fallback.starts_with("the preset's") || fallback.starts_with("the file's");
}

/// True if the row or resolve() refuses a value.
bool refused(const Setting& setting, double value) {
    try {
        setting.taken(exact(value));
    } catch (const Error& error) {
        CHECK(std::string(error.what()).find("out of range") != std::string::npos);
        return true;
    }
    return false;
}

} // namespace

TEST_CASE("both ends of a range are taken, and nothing beyond them") {
    for (const Command& command : documented())
        for (const Setting& setting : command.settings) {
            if (!has_range(setting.option)) continue;
            const std::string name = setting.option.name;
            CAPTURE(name);
            CHECK_FALSE(refused(setting, setting.option.least));
            CHECK_FALSE(refused(setting, setting.option.most));
            CHECK(refused(setting, setting.option.least - 1));
            CHECK(refused(setting, setting.option.most + 1));
        }
}

TEST_CASE("the default of a row is the struct's, both in JSON and as typed") {
    for (const Command& command : documented()) {
        std::size_t elsewhere = 0;
        for (const auto& [option, shown, taken] : command.settings) {
            const std::string name = option.name, fallback = option.fallback;
            CAPTURE(name);
            if (is_elsewhere(fallback)) {
                ++elsewhere;
                continue;
            }
            CHECK(typed(shown) == fallback);
            CHECK(taken(fallback).dump() == shown.dump());
        }
        CHECK(elsewhere == command.elsewhere);
    }
    CHECK(settings_json({}).object()->size() == setting_rows().size());
    CHECK(denoise_json(SvgfSettings{}).object()->size() == svgf_rows().size());
}

TEST_CASE("settings of the default preset name the preset as their source") {
    const OptionRow* preset = find_option(enhance_table().rows, "preset");
    const auto lines = load_preset(preset->fallback).lines;
    REQUIRE_FALSE(lines.empty());
    for (const auto& line : lines) {
        CAPTURE(line.name);
        CHECK(std::string(find_setting(line.name)->option.fallback).starts_with("the preset's"));
    }
}

TEST_CASE("the README has at most 200 lines, and its links and the links of its pages lead somewhere") {
    const fs::path root = source_dir();
    for (const char* page : {"README.md", "data/bench/README.md", "kernels/README.md"}) {
        std::ifstream in(root / page);
        std::set<std::string> headings, links;
        int lines = 0;
        for (std::string line; std::getline(in, line); ++lines) {
            if (line.starts_with("#")) {
                std::string name = lower(line.substr(line.find(' ') + 1));
                std::ranges::replace(name, ' ', '-');
                headings.insert("#" + name);
            }
            static const std::regex link(R"(\]\(([^)]+)\))");
            for (std::sregex_iterator at(line.begin(), line.end(), link), end; at != end; ++at)
                links.insert((*at)[1]);
        }
        CHECK(lines > 10);
        CHECK(lines <= 200);
        for (const std::string& to : links) {
            CAPTURE(to);
            CHECK(
                (to.starts_with("#") ? headings.contains(to) : fs::exists((root / page).parent_path() / to)));
        }
    }
}
