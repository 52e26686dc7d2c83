// Options of `enhance` that change nothing without another one.
#include "cli/setting_rows.h"
#include "cli/tables.h"
#include "commands/enhance/enhance.h"
#include "commands/enhance/messages.h"
#include "engine/enhance/eaw_filter.h"
#include <algorithm>

namespace atrous {
namespace {

struct NeedRow {
    const char* name;
    bool (*matters)(const EawSettings&);
    const char* needs;
};
/// True if a separate filter removes noise.
bool runs_first(const EawSettings& s) { return s.denoise->runs_first; }

using Settings = const EawSettings&;
bool off(Settings s) { return s.noise_guard == 0; }
bool removes(Settings s) { return runs_first(s) || shrinks_details(s); }

constexpr NeedRow need_rows[] = {
    {"noise-model", [](const EawSettings& s) { return s.denoise->finds_thresholds; }, "--denoise bayes"},
    {"denoise-strength", runs_first, "--denoise auto"},
    {"chroma-denoise", runs_first, "--denoise auto"},
    {"denoise-detail", runs_first, "--denoise auto"},
    {"noise-guard", [](Settings s) { return off(s) || s.amount > 0; }, "--amount above 0"},
    {"noise-guard", [](Settings s) { return off(s) || !runs_first(s); }, "--denoise off"},
    {"noise-guard", [](Settings s) { return off(s) || runs_first(s) || !shrinks_details(s); },
     "--denoise off and thresholds of 0"},
    {"noise-guard", [](Settings s) { return off(s) || guards_noise(s) || s.amount <= 0 || removes(s); },
     "gains above 1 (--luma, --chroma)"},
    {"shrink", shrinks_details, "thresholds or --denoise bayes"},
};

} // namespace

bool holds_anywhere(const EnhanceOptions& options, bool (*holds)(const EawSettings&)) {
    return holds(options.settings.any) ||
           std::ranges::any_of(options.settings.of, [&](const auto& row) { return holds(row.second); });
}

Messages unused_options(const EnhanceOptions& options) {
    Messages found;
    for (const NeedRow& row : need_rows) {
        const bool given = std::ranges::any_of(options.given, [&](const GivenSetting& one) {
            return std::string(one.row->option.name) == row.name;
        });
        if (!given || holds_anywhere(options, row.matters)) continue;
        const Message unused =
            message(messages::option_unused, given_name(find_setting(row.name)->option), row.needs);
        // Both parts of a merged option may be unused.
        if (std::ranges::find(found, unused) == found.end()) found.push_back(unused);
    }
    if ((options.noise > 0 || options.noise_from.given()) && !holds_anywhere(options, uses_noise))
        found.push_back(message(messages::option_unused, "--noise", "--denoise auto or --noise-guard"));
    return found;
}

} // namespace atrous
