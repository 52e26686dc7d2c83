// Looks before any work; an output that appears later is told of by itself.
#include "batch/plan/full_folder.h"
#include "base/log.h"
#include "base/text.h"
#include "platform/standard_streams.h"
#include <algorithm>

namespace atrous {
namespace {

bool has_output(const Job& job) {
    const auto exists = [](const RoleFile& output) {
        std::error_code bad;
        return !is_standard_output(output.path) && std::filesystem::exists(output.path, bad);
    };
    return !job.missing && job.refused.empty() && std::ranges::any_of(job.outputs, exists);
}

} // namespace

void refuse_existing(OutputPlan& plan, const Existing& existing) {
    if (existing.overwrite || existing.skip || existing.newer) return;
    std::vector<Job*> refused;
    for (Job& job : plan.jobs)
        if (has_output(job)) refused.push_back(&job);
    if (refused.size() < 2) return;
    for (Job* job : refused) {
        job->refused = exists_already(job->output());
        job->told = true;
    }
}

void tell_of_existing(const OutputPlan& plan) {
    const auto count = std::size_t(std::ranges::count_if(plan.jobs, &Job::told));
    if (count == 0) return;
    const Job& one = *std::ranges::find_if(plan.jobs, &Job::told);
    log_error(
        one_line(std::to_string(count) + " of " + std::to_string(images_of(plan)) +
                 " outputs exist already, like " + one.output().string() +
                 ": --existing skip leaves them, --existing replace overwrites them, another -o keeps them"));
}

} // namespace atrous
