// Each name by itself; what it collides with is looked for in all of the run.
#include "batch/arriving_jobs.h"
#include "base/error.h"
#include "batch/log/interrupt.h"
#include "batch/plan/clashes.h"
#include "batch/plan/job.h"
#include "batch/plan/plan_text.h"
#include "files/temporaries.h"
#include "supervisor/protocol/worker_protocol.h"

namespace atrous {

ArrivingJobs::ArrivingJobs(const SessionOptions& options, const OutputPlan& first)
    : options_(options), naming_(output_options(options)), plan_(first.open_ended ? first : OutputPlan{}),
      names_(options.inputs.list_has_nulls, first.rest) {
    if (!first.open_ended) return; // there is nothing to keep for
    if (!first.folder.empty()) naming_.output = (first.folder / "").string();
    for (const std::string& earlier : resumed().earlier) {
        plan_.jobs = unpack(earlier).jobs;
        settle();
    }
    plan_.jobs = first.jobs;
    settle();
}

/// The jobs of one name.
void ArrivingJobs::add(const std::string& name, std::vector<Job>& jobs) const {
    InputOptions inputs;
    inputs.recursive = options_.inputs.recursive;
    inputs.exclude = options_.inputs.exclude;
    try {
        OutputPlan plan = plan_outputs(find_inputs(inputs, {name}), naming_);
        for (Job& job : plan.jobs) jobs.push_back(std::move(job));
    } catch (const Error& error) {
        Job job{{{name}}, {{name}}};
        job.refused = error.what();
        jobs.push_back(std::move(job));
    }
}

/// Whether the run has made it: who watches a folder is told of outputs and their companions that lie in it, too.
bool ArrivingJobs::is_own(const std::string& name) const {
    const std::string file = std::filesystem::path(name).filename().string();
    const auto is_output = [&](const std::string& path) {
        return targets_.contains(path) && !sources_.contains(path);
    };
    return owner_of(file) || is_claim(file) || file.starts_with("atrous-timings") ||
           is_output(identity(name)) || is_output(accompanied(name));
}

/// Frames that are only read have no outputs.
void ArrivingJobs::settle() {
    Identities identity;
    for (const Job& job : plan_.jobs) sources_.insert(identity(job.input()));
    for (Job& job : plan_.jobs)
        if (!job.outputs.empty()) settle(job, identity);
}

/// Its output, by a name that no other input's has where that can be. A picture that arrives again has the output that it had.
void ArrivingJobs::name_output(Job& job, Identities& identity) {
    const auto [own, is_new] = outputs_.try_emplace(identity(job.input()), job.output());
    if (!is_new) job.outputs.front().path = own->second;
    if (!is_new || plan_.folder.empty() || !targets_.contains(identity(job.output()))) return;
    const KeptApart kept = keep_apart_from(targets_.at(identity(job.output())), job);
    own->second = job.output();
    if (!said_apart_) tell(kept);
    said_apart_ |= kept.count > 0;
}

void ArrivingJobs::settle(Job& job, Identities& identity) {
    if (!job.refused.empty()) return;
    name_output(job, identity);
    const std::string source = identity(job.input()), target = identity(job.output());
    const auto [other, fresh] = targets_.emplace(target, job.input().string());
    if (sources_.contains(target) && target != source)
        job.refused = "the output of " + job.input().string() + " is another input, " + target;
    else if (!fresh && identity(other->second) != source)
        job.refused =
            job.input().string() + " and " + other->second + " have the same output " + job.output().string();
}

OutputPlan ArrivingJobs::next() {
    for (const Job& job : plan_.jobs) plan_.before += job.outputs.empty() ? 0 : 1;
    plan_.jobs.clear();
    if (!plan_.open_ended) return plan_;
    for (const std::string& name : names_.next(interrupted))
        if (!is_own(name)) add(name, plan_.jobs);
    for (std::size_t i = 0; i < plan_.jobs.size(); ++i) plan_.jobs[i].number = int(i);
    settle();
    plan_.open_ended = !names_.ended();
    plan_.rest = names_.rest();
    begin_further_jobs();
    report_plan(pack(plan_));
    return plan_;
}

} // namespace atrous
