// Names are compared as they are written; what a link or another spelling makes one file is found by check_clashes().
#include "batch/plan/clashes.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "platform/standard_streams.h"
#include <algorithm>
#include <map>
#include <set>

namespace atrous {
namespace {

namespace fs = std::filesystem;

/// Whether the output's name may get the input's extension: one that the input has, where the output is called differently.
bool can_be_renamed(const Job& job) {
    return job.input().has_extension() && job.input().filename() != job.output().filename();
}

fs::path with_input_extension(const Job& job) {
    const std::string kept = job.output().stem().string() + job.input().extension().string();
    return job.output().parent_path() / (kept + job.output().extension().string());
}

/// Those of a name that get another one; none where that would not keep all of them apart.
std::vector<Job*> to_be_renamed(const std::vector<Job*>& jobs) {
    std::vector<Job*> renamed;
    std::set<std::string> names;
    for (Job* job : jobs)
        if (can_be_renamed(*job) && names.insert(with_input_extension(*job).string()).second)
            renamed.push_back(job);
    return renamed.size() + 1 < jobs.size() ? std::vector<Job*>{} : renamed;
}

/// What would keep two inputs' outputs apart.
std::string remedy(const Job& one, const Job& other) {
    if (one.input().extension() != other.input().extension())
        return "; {inext}, the input's extension, in a template keeps them apart, like "
               "'{dir}/{stem}_atrous.{inext}.{ext}'";
    return "; a template like '{dir}/{stem}_atrous.{ext}' keeps them apart, and so does -r with the folder above "
           "theirs";
}

} // namespace

KeptApart keep_apart(std::vector<Job>& jobs) {
    std::map<std::string, std::vector<Job*>> by_name;
    for (Job& job : jobs)
        if (!job.outputs.empty() && !is_standard_output(job.output()))
            by_name[job.output().lexically_normal().string()].push_back(&job);
    KeptApart kept;
    for (const auto& [name, group] : by_name) {
        if (group.size() < 2) continue;
        const std::vector<Job*> renamed = to_be_renamed(group);
        if (kept.count == 0 && !renamed.empty()) {
            Job* const first = renamed.front();
            const Job* const other = first == group.front() ? group[1] : group.front();
            kept = {0, first->input(), other->input(), first->output(), with_input_extension(*first)};
        }
        for (Job* job : renamed) job->outputs.front().path = with_input_extension(*job);
        kept.count += renamed.size();
    }
    return kept;
}

KeptApart keep_apart_from(const fs::path& earlier, Job& job) {
    if (!job.input().has_extension() || job.input().extension() == earlier.extension()) return {};
    const KeptApart kept{1, earlier, job.input(), job.output(), with_input_extension(job)};
    job.outputs.front().path = kept.now;
    return kept;
}

void tell(const KeptApart& kept) {
    if (kept.count == 0) return;
    const bool single = kept.count == 1;
    log_info(one_line(kept.one.string() + " and " + kept.other.string() + " would both become " +
                      kept.shared.string() + ": " +
                      (single ? "that output" : std::to_string(kept.count) + " such outputs") +
                      " will keep the input's extension, " + (single ? "" : "like ") + kept.now.string()));
}

void check_clashes(const std::vector<Job>& jobs, bool overwrite) {
    Identities identity;
    std::map<std::string, const Job*> sources, targets;
    for (const auto& job : jobs) sources.emplace(identity(job.input()), &job);
    for (const auto& job : jobs) {
        if (job.outputs.empty()) continue;
        const std::string target = identity(job.output());
        const auto [other, fresh] = targets.emplace(target, &job);
        if (!fresh)
            throw usage_error("two inputs have the same output " + job.output().string() + ": " +
                              other->second->input().string() + " and " + job.input().string() +
                              remedy(*other->second, job));
        const auto source = sources.find(target);
        if (source == sources.end()) continue;
        if (source->second->input() != job.input() && identity(job.input()) != target)
            throw usage_error("the output of " + job.input().string() + " is another input, " +
                              source->second->input().string());
        if (!overwrite)
            throw usage_error("the output of " + job.input().string() +
                              " is the input itself; --existing replace overwrites it");
    }
}

} // namespace atrous
