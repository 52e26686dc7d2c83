// What the options of writing mean for the formats of the outputs.
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "batch/session.h"
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

/// A compression that no output has.
void check_compression_of(const OutputPlan& plan, const std::string& asked) {
    const auto has = [&](const Job& job) { return has_compression(job.named_output(), asked); };
    if (asked.empty() || plan.jobs.empty() || std::ranges::any_of(plan.jobs, has)) return;
    if (is_exr_compression(asked))
        return log_warning("--compression has no effect: no output is " + formats_with_compression(asked));
    throw usage_error("--compression " + asked + ": " + plan.jobs.front().output().string() +
                      " is of a format that does not have it");
}

/// Why the output's format cannot hold the depth or the profile that was asked for; empty: it can.
Message writing_refusal(const WriteOptions& options, const Job& job) {
    const std::filesystem::path name = job.named_output();
    const std::string output = job.output().string();
    if (const std::string why = options.depth ? depth_refusal(name, *options.depth) : ""; !why.empty())
        return "--depth " + std::string(depth_name(*options.depth)) + ": " + output + ": " + why +
               "; another --format holds it";
    if (const std::string why = options.colours ? colours_refusal(name, *options.colours) : ""; !why.empty())
        return "--output-profile: " + output + ": " + why + "; another --format does";
    return {};
}

} // namespace

void refuse_unwritable(const WriteOptions& options, Job& job) {
    if (job.refused.empty() && !job.outputs.empty()) job.refused = writing_refusal(options, job);
}

void check_writing(const WriteOptions& options, const OutputPlan& plan) {
    for (const Job& job : plan.jobs)
        if (job.refused.empty() && !job.outputs.empty())
            if (const Message why = writing_refusal(options, job); !why.empty())
                throw usage_error(why.on_one_line());
    check_compression_of(plan, options.compression);
    for (const FormatRow& row : format_rows)
        if (row.given(options) &&
            std::ranges::none_of(plan.jobs, [&](const Job& job) { return row.matters(job.named_output()); }))
            log_warning(std::string("--") + row.name + " has no effect: no output is " + row.needs);
    if (has_own_quality(options.compression) && options.quality != 0)
        log_warning("the quality in --compression " + options.compression +
                    " has no effect: --quality says another one, which counts");
}

} // namespace atrous
