// The options that say how filters are computed, and what these need.
#include "base/error.h"
#include "cli/messages.h"
#include "cli/setting_rows.h"
#include <algorithm>
#include <string>

namespace atrous {
namespace {

bool permutes(const Execution& how) { return how.schedule->permutes; }
bool has_groups(const Execution& how) { return !how.form || !(how.form->vectors || how.form->strips); }
bool may_tile(const Execution& how) { return !how.form || how.form->tiles; }

struct Need {
    const char* option;
    bool (*means_something)(const Execution&);
    const char* needs;
};
constexpr Need needs[] = {
    {"order", permutes, "schedule=permuted"}, {"group", has_groups, "form=direct, tile or ring"},
    {"map", may_tile, "form=tile"},           {"element", may_tile, "form=tile"},
    {"banks", may_tile, "form=tile"},         {"bank-bits", may_tile, "form=tile"},
    {"subgroup", may_tile, "form=tile"}};

/// The row that a word names; `otherwise` of a word that names none, as "auto" and a list.
template <class Row>
const Row* named_or(std::span<const Row> rows, const std::string& name, const Row* otherwise) {
    const auto found = std::ranges::find(rows, name, [](const Row& row) { return std::string(row.name); });
    return found == rows.end() ? otherwise : &*found;
}

} // namespace

std::vector<SettingRow<Execution>> execution_rows() {
    auto rows = rows_of<Execution>(execution_facts, filter_heading);
    for (auto& row : rows) row.option.level = Level::hidden; // parts of --execution
    return rows;
}

bool contradicts_execution(const CommandLine& given, const std::string& name, const std::string& value) {
    CommandLine both = given;
    both.given.emplace_back(name, value);
    Execution how;
    how.schedule = named_or(schedules(), both.value("schedule", ""), how.schedule);
    how.form = named_or(forms(), both.value("form", ""), how.form);
    return std::ranges::any_of(needs, [&](const Need& need) {
        return both.value(need.option, "auto") != "auto" && !need.means_something(how);
    });
}

void check_execution(const CommandLine& line, std::span<const Execution> executions) {
    for (const Need& need : needs)
        if (line.value(need.option, "auto") != "auto" &&
            std::ranges::none_of(executions, need.means_something))
            throw usage_error(messages::execution_void, need.option, need.needs);
}

} // namespace atrous
