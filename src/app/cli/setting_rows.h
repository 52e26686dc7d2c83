// The settings of filters as option rows: how each is spelt, checked, read and logged. Presets use the same rows; behind
// them no setting is text.
#pragma once
#include "app/cli/options.h"
#include "base/json.h"
#include "filters/atrous/execution.h"
#include "filters/eaw/settings.h"
#include "filters/scale/settings.h"
#include "filters/svgf/settings.h"
#include <functional>
#include <span>

namespace atrous {

/// A setting of the struct S with a value, ready to be put into one.
template <class S>
using Change = std::function<void(S&)>;

/// Called for each value of a setting that is read from text. In builds with tests it adds a byte to the file that
/// ATROUS_VALUES_READ names; nothing in other builds.
void value_is_read();

/// One setting of the struct S. The row's default is what the struct has, unless a preset gives it.
template <class S>
struct SettingRow {
    OptionRow option;
    std::function<Change<S>(const std::string&)> reader;
    std::function<Json(const S&)> get;

    /// Takes a checked value.
    Change<S> read(const std::string& value) const {
        value_is_read();
        return reader(value);
    }
    void set(S& settings, const std::string& value) const { read(value)(settings); }
};

/// The option rows of the settings, in order.
template <class S>
std::vector<OptionRow> options_of(const std::vector<SettingRow<S>>& rows) {
    std::vector<OptionRow> options;
    for (const auto& row : rows) options.push_back(row.option);
    return options;
}
/// All settings as a JSON object, by long names.
template <class S>
Json json_of(const std::vector<SettingRow<S>>& rows, const S& settings) {
    Json object;
    for (const auto& row : rows) object[row.option.name] = row.get(settings);
    return object;
}

constexpr const char* filter_heading = "Filter"; ///< of options that say what is computed

/// How a filter is computed: the rows that all filters share.
std::vector<SettingRow<Execution>> execution_rows();

/// All settings of `enhance`: what is computed, then how.
const std::vector<SettingRow<EawSettings>>& setting_rows();
/// The row of that long name, or null.
const SettingRow<EawSettings>* find_setting(const std::string& name);
/// All settings of `enhance` as a JSON object.
Json settings_json(const EawSettings& settings);

/// Those of `denoise`.
const std::vector<SettingRow<SvgfSettings>>& svgf_rows();
/// Those of `scale`.
const std::vector<SettingRow<ScaleSettings>>& scale_rows();

/// Throws a usage error for an option that is given, but means nothing in any of these executions. What is left to the device
/// (form auto) may have a use for all.
void check_execution(const CommandLine& line, std::span<const Execution> executions);

/// Whether an option that is added to what is given would mean nothing, or would have something given mean nothing.
bool contradicts_execution(const CommandLine& given, const std::string& name, const std::string& value);

} // namespace atrous
