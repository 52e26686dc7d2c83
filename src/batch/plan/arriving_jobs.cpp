// Plans each name separately and checks for collisions in the whole run.
#include "batch/plan/arriving_jobs.h"
#include "base/error.h"
#include "base/text.h"
#include "batch/plan/messages.h"

namespace atrous {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t job_fields = 5; ///< of a job as bytes, each with a NUL, which no name has, at its end

std::string bytes_of(const Job& job) {
    std::string bytes;
    for (const std::string& field : {job.input().string(), job.output().string(),
                                     job.outputs.front().as.string(), job.refused.id, job.refused.text})
        bytes += field + '\0';
    return bytes;
}

} // namespace

std::vector<Job> take_jobs(std::string& bytes) {
    std::vector<Job> jobs;
    std::size_t taken = 0;
    std::vector<std::string> job;
    for (std::size_t at = 0, end = bytes.find('\0'); end != std::string::npos; end = bytes.find('\0', at)) {
        job.push_back(bytes.substr(at, end - at));
        at = end + 1;
        if (job.size() < job_fields) continue;
        jobs.push_back({{{job[0]}}, {{job[1], "image", job[2]}}});
        jobs.back().refused.id = job[3];
        jobs.back().refused.text = job[4];
        taken = at;
        job.clear();
    }
    bytes.erase(0, taken);
    return jobs;
}

ArrivingJobs::ArrivingJobs(const PlanOptions& options, const OutputPlan& first, NameStream& names)
    : options_(options), names_(names) {
    options_.inputs = {};
    options_.inputs.recursive = options.inputs.recursive;
    options_.inputs.exclude = options.inputs.exclude;
    if (!first.folder.empty()) options_.output = (first.folder / "").string();
    std::vector<Job> jobs = first.jobs;
    settle(jobs);
}

std::vector<Job> ArrivingJobs::jobs_of(const std::string& name) const {
    try {
        return plan_outputs(find_inputs(options_.inputs, {name}), options_).jobs;
    } catch (const Error& error) {
        Job job{{{name}}, {{name}}};
        job.refused = error.message;
        return {job};
    }
}

/// True if the run wrote this file: a program that watches a folder also lists the outputs and companion files in it.
bool ArrivingJobs::is_own(const std::string& name) const {
    const fs::path path = name;
    const auto is_output = [&](const std::string& file) {
        return outputs_.contains(file) && !sources_.contains(file);
    };
    const std::string file = path.filename().string();
    return file.starts_with(".atrous-") || file.starts_with("atrous-timings") || is_output(identity(path)) ||
           is_output(accompanied(path));
}

/// Frames that are only read have no outputs.
void ArrivingJobs::settle(std::vector<Job>& jobs) {
    Identities identity;
    for (const Job& job : jobs) sources_.insert(identity(job.input()));
    for (Job& job : jobs)
        if (!job.outputs.empty() && job.refused.empty()) settle(job, identity);
}

void ArrivingJobs::settle(Job& job, Identities& identity) {
    const std::string source = identity(job.input()), target = identity(job.output());
    outputs_.insert(target);
    const auto [other, fresh] = inputs_of_.emplace(lower(target), job.input());
    if (sources_.contains(target) && target != source)
        job.refused = message(messages::output_is_other_input, job.input(), target);
    else if (!fresh && identity(other->second) != source)
        job.refused = message(messages::outputs_clash, other->second, job.input(), job.output(),
                              "rename one of the inputs");
}

std::optional<std::string> ArrivingJobs::read(OutputPlan& plan) {
    std::vector<Job> jobs;
    try {
        for (const std::string& name : names_.read())
            if (!is_own(name))
                for (Job& job : jobs_of(name)) jobs.push_back(std::move(job));
    } catch (const Error& error) { // of the list itself
        jobs.push_back({{{"--files-from -"}}, {{"--files-from -"}}});
        jobs.back().refused = error.message;
    }
    settle(jobs);
    std::string bytes;
    for (Job& job : jobs) {
        job.number = int(plan.jobs.size());
        bytes += bytes_of(job);
        plan.jobs.push_back(std::move(job));
    }
    plan.open_ended = !names_.ended();
    if (bytes.empty() && !plan.open_ended) return {};
    return bytes;
}

} // namespace atrous
