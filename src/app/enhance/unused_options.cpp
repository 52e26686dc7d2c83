// The table of options that depend on others, or on the output's format, and what they need.
#include "app/enhance/unused_options.h"
#include "app/enhance/noise_filter.h"
#include "app/plan/unused_write_options.h"
#include "model/tables.h"
#include <algorithm>

namespace atrous {
namespace {

struct NeedRow {
    const char* name;
    bool (*matters)(const EawSettings&);
    const char* needs;
};
/// Whether a filter of its own removes noise.
bool runs_first(const EawSettings& s) { return s.denoise->bank != nullptr; }

constexpr NeedRow need_rows[] = {
    {"noise-model", [](const EawSettings& s) { return s.denoise->finds_thresholds; }, "--denoise bayes"},
    {"denoise-strength", runs_first, "--denoise auto or best"},
    {"chroma-denoise", runs_first, "--denoise auto or best"},
    {"noise-guard", [](const EawSettings& s) { return s.noise_guard == 0 || guards_noise(s); },
     "gains above 1 and --amount above 0, or with thresholds or --denoise"},
    {"shrink", shrinks_details, "thresholds or --denoise bayes"},
};

/// Presets may have settings that hold only in one space.
bool holds_anywhere(const EnhanceOptions& options, bool (*holds)(const EawSettings&)) {
    return holds(options.settings.any) ||
           std::ranges::any_of(options.settings.of, [&](const auto& row) { return holds(row.second); });
}

} // namespace

std::vector<std::string> unused_options(const EnhanceOptions& options, const OutputPlan& plan) {
    std::vector<std::string> found;
    for (const NeedRow& row : need_rows) {
        const bool given = std::ranges::any_of(options.given, [&](const GivenSetting& one) {
            return std::string(one.row->option.name) == row.name;
        });
        if (given && !holds_anywhere(options, row.matters))
            found.push_back(std::string("--") + row.name + " has no effect without " + row.needs);
    }
    if (!options.noise_from.empty() && !holds_anywhere(options, uses_noise))
        found.push_back("--noise-from has no effect without --denoise auto or best, or --noise-guard");
    for (std::string& unused : unused_write_options(options.batch.write, plan))
        found.push_back(std::move(unused));
    return found;
}

} // namespace atrous
