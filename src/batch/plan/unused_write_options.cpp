// The table of options that only some formats know.
#include "batch/plan/unused_write_options.h"
#include "formats/dispatch/compression.h"
#include "formats/dispatch/extensions.h"
#include <algorithm>

namespace atrous {
namespace {

struct FormatRow {
    const char* name;
    bool (*given)(const WriteOptions&);
    bool (*matters)(const std::filesystem::path&);
    const char* needs;
};
constexpr FormatRow format_rows[] = {
    {"quality", [](const WriteOptions& o) { return o.quality != 0; }, has_quality,
     "JPEG, WebP, HEIC or AVIF"},
    {"subsampling", [](const WriteOptions& o) { return !o.subsampling.empty(); }, has_subsampling,
     "JPEG, HEIC or AVIF"},
};

} // namespace

std::vector<std::string> unused_write_options(const WriteOptions& options, const OutputPlan& plan) {
    std::vector<std::string> found;
    for (const FormatRow& row : format_rows)
        if (row.given(options) &&
            std::ranges::none_of(plan.jobs, [&](const Job& job) { return row.matters(job.named_output()); }))
            found.push_back(std::string("--") + row.name + " has no effect: no output is " + row.needs);
    if (has_own_quality(options.compression) && options.quality != 0)
        found.push_back("the quality in --compression " + options.compression +
                        " has no effect: --quality says another one, which counts");
    return found;
}

} // namespace atrous
