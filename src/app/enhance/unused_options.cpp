// The table of options that depend on others, or on the output's format, and what they need.
#include "app/enhance/unused_options.h"
#include "model/tables.h"
#include <algorithm>

namespace atrous {
namespace {

struct IdleRow {
    const char* name;
    bool (*matters)(const EawSettings&);
    const char* needs;
};
constexpr IdleRow idle_rows[] = {
    {"noise-model", [](const EawSettings& s) { return s.denoise; }, "--denoise auto"},
    {"shrink", shrinks_details, "thresholds or --denoise auto"},
};

/// Presets may have settings for one space alone.
bool matters(const IdleRow& row, const EnhanceOptions& options) {
    if (row.matters(settings_for(options, ""))) return true;
    return std::ranges::any_of(
        spaces(), [&](const Space& space) { return row.matters(settings_for(options, space.name)); });
}

struct FormatRow {
    const char* name;
    bool (*given)(const WriteOptions&);
    bool (*matters)(const std::filesystem::path&);
    const char* needs;
};
constexpr FormatRow format_rows[] = {
    {"quality", [](const WriteOptions& o) { return o.quality != 0; }, has_quality, "JPEG, WebP or HEIC"},
    {"subsampling", [](const WriteOptions& o) { return !o.subsampling.empty(); }, has_subsampling, "JPEG"},
};

} // namespace

std::vector<std::string> idle_options(const EnhanceOptions& options, const OutputPlan& plan) {
    std::vector<std::string> found;
    for (const IdleRow& row : idle_rows) {
        const bool given = std::ranges::any_of(
            options.settings, [&](const auto& setting) { return setting.first == row.name; });
        if (given && !matters(row, options))
            found.push_back(std::string("--") + row.name + " has no effect without " + row.needs);
    }
    for (const FormatRow& row : format_rows)
        if (row.given(options.batch.write) &&
            std::ranges::none_of(plan.jobs, [&](const Job& job) { return row.matters(job.output()); }))
            found.push_back(std::string("--") + row.name + " has no effect: no output is " + row.needs);
    return found;
}

} // namespace atrous
