// Selects the chunk of a plan. Hides Slurm's variables.
#include "batch/plan/chunk.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "batch/plan/messages.h"
#include "renders/sequence.h"
#include <algorithm>
#include <charconv>
#include <map>

namespace atrous {
namespace {

/// The whole number that all of the text is, not negative.
std::optional<std::int64_t> whole(const std::string& text) {
    std::int64_t number = 0;
    const char* const last = text.data() + text.size();
    const auto [end, bad] = std::from_chars(text.data(), last, number);
    if (bad != std::errc() || end != last || number < 0) return {};
    return number;
}

Chunk slurm_chunk(const char* (*variable)(const char* name)) {
    const auto value = [&](const char* name) {
        const char* text = variable(name);
        return text ? whole(text) : std::nullopt;
    };
    const auto id = value("SLURM_ARRAY_TASK_ID"), least = value("SLURM_ARRAY_TASK_MIN"),
               count = value("SLURM_ARRAY_TASK_COUNT");
    if (!id || !least || !count || *count < 1 || *id < *least) throw usage_error(messages::chunk_no_array);
    const std::int64_t step = std::max<std::int64_t>(value("SLURM_ARRAY_TASK_STEP").value_or(1), 1);
    const std::int64_t most = value("SLURM_ARRAY_TASK_MAX").value_or(*least + (*count - 1) * step);
    if ((most - *least) / step + 1 != *count || (*id - *least) % step != 0)
        throw usage_error(messages::chunk_array_gaps, *count, *least, most);
    if (*count == 1 && *least > 1) log_warning(message(messages::chunk_one_task, *id, *id));
    return {(*id - *least) / step, *count};
}

/// `index` is the position among the `jobs` jobs that have outputs.
bool is_taken(const Chunk& chunk, std::size_t index, std::size_t jobs, bool in_runs) {
    const auto i = std::int64_t(index), all = std::int64_t(jobs);
    if (chunk.index >= chunk.count) return false;
    if (!in_runs) return i % chunk.count == chunk.index;
    const std::int64_t size = all / chunk.count, longer = all % chunk.count;
    const std::int64_t begin = chunk.index * size + std::min(chunk.index, longer);
    return i >= begin && i < begin + size + (chunk.index < longer ? 1 : 0);
}

/// Removes the outputs of jobs that are not in the chunk. Without runs, chunks count inputs in the order of their names, because the
/// tasks of a farm may list them in different orders.
void take_outputs(std::vector<Job>& jobs, const Chunk& chunk, bool in_runs) {
    std::vector<Job*> written;
    for (Job& job : jobs)
        if (!job.outputs.empty()) written.push_back(&job);
    if (!in_runs) std::ranges::stable_sort(written, {}, [](const Job* job) { return job->input().string(); });
    for (std::size_t i = 0; i < written.size(); ++i)
        if (!is_taken(chunk, i, written.size(), in_runs)) written[i]->outputs.clear();
}

/// Removes jobs that have no output and that no output needs. `jobs`: in the order of their shots and numbers
/// if `around` needs any.
void remove_unneeded(std::vector<Job>& jobs, const NeighbourRange& around) {
    std::vector<char> needed(jobs.size(), 0);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (jobs[i].outputs.empty()) continue;
        needed[i] = 1;
        if (!around.any()) continue;
        for (std::size_t j = i; j-- > 0 && around.needs(jobs[i], jobs[j]);) needed[j] = 1;
        for (std::size_t j = i + 1; j < jobs.size() && around.needs(jobs[i], jobs[j]); ++j) needed[j] = 1;
    }
    std::size_t at = 0;
    std::erase_if(jobs, [&](const Job&) { return needed[at++] == 0; });
}

} // namespace

Chunk parse_chunk(const std::string& text, const char* (*variable)(const char* name)) {
    if (text == "auto") return slurm_chunk(variable);
    const auto slash = text.find('/');
    const auto index = whole(text.substr(0, slash));
    const auto count = slash == std::string::npos ? std::nullopt : whole(text.substr(slash + 1));
    if (!index || !count || *count < 1) throw usage_error(messages::chunk_invalid, text);
    return {*index, *count};
}

void take_chunk(OutputPlan& plan, const Chunk& chunk, const NeighbourRange& around) {
    if (around.in_order)
        std::ranges::stable_sort(plan.jobs, [](const Job& a, const Job& b) {
            return std::pair(a.shot, a.number) < std::pair(b.shot, b.number);
        });
    take_outputs(plan.jobs, chunk, around.in_order || !plan.patterns.empty());
    remove_unneeded(plan.jobs, around);
}

bool has_frames(const OutputPlan& plan) {
    return std::ranges::any_of(plan.jobs,
                               [](const Job& job) { return !job.missing && !job.outputs.empty(); });
}

void check_missing(const OutputPlan& plan, MissingFrames what, bool all_missing) {
    std::map<int, std::vector<int>> missing, all; // shot -> frames
    const bool has_some = has_frames(plan);
    for (const Job& job : plan.jobs) {
        if (job.missing || !job.outputs.empty()) all[job.shot].push_back(job.number); // others are neighbours
        if (job.missing) missing[job.shot].push_back(job.number);
    }
    Messages lines;
    std::vector<std::string> texts;
    for (const auto& [shot, frames] : missing) {
        lines.push_back(message(messages::frames_absent, plan.patterns.at(std::size_t(shot - 1)),
                                frames.size(), all[shot].size(), frames_text(frames)));
        texts.push_back(lines.back().text);
    }
    if (lines.empty()) return;
    const bool is_error = what == MissingFrames::error;
    if (is_error || (what == MissingFrames::clip && all_missing))
        throw Error(is_error ? Exit::usage : Exit::nothing,
                    Message(has_some ? messages::frames_missing : messages::frames_all_missing,
                            {joined(texts, "\n")}));
    for (const Message& line : lines) log_warning(line);
}

} // namespace atrous
