// A job is a step of a file.
#include "batch/pipeline/isolated_reading.h"
#include "base/size.h"
#include "base/text.h"
#include "batch/pipeline/frame_memory.h"
#include <algorithm>
#include <csignal>

namespace atrous {
namespace {

constexpr Step steps[] = {Step::opening, Step::decoding, Step::comparing, Step::writing};

constexpr char end_of_name = '\0';

std::string list_of(const std::vector<std::filesystem::path>& files) {
    std::string list;
    for (const auto& file : files) list += (list.empty() ? "" : std::string(1, end_of_name)) + file.string();
    return list;
}

} // namespace

IsolatedReading::IsolatedReading(const std::vector<Path>& files, const CommandLine& line) {
    const std::string list = resumed().again() ? resumed().plan : list_of(files);
    if (!resumed().again()) report_plan(list);
    // The supervisor ends the run by it, also where it is ignored, as in what a script has in the background.
    if (has_supervisor()) std::signal(SIGINT, SIG_DFL);
    for (const std::string& name : split(list, end_of_name)) places_.emplace(name, places_.size());
    const std::string* const most = line.find("max-memory");
    report_ready(most ? parse_bytes(*most, "--max-memory") : physical_memory());
    short_of_memory_ = std::ranges::any_of(resumed().job_states, &JobState::out_of_memory);
}

std::size_t IsolatedReading::job_of(Step step, const Path& file) const {
    const auto place = places_.find(file.string());
    if (place == places_.end()) return unknown;
    return place->second * std::size(steps) + std::size_t(std::ranges::find(steps, step) - steps);
}

std::size_t IsolatedReading::begin(Step step, const Path& file) {
    const std::size_t job = job_of(step, file);
    if (resumed().kind(job) != JobState::Kind::failed) return job;
    const JobState& state = resumed().job_states[job];
    throw Error(state.out_of_memory ? Exit::out_of_memory : Exit::some_failed,
                file.string() + ": " + state.text);
}

const std::string* IsolatedReading::found_earlier(Step step, const Path& file) const {
    const std::size_t job = job_of(step, file);
    return resumed().kind(job) == JobState::Kind::reported ? &resumed().job_states[job].text : nullptr;
}

void IsolatedReading::keep(Step step, const Path& file, const std::string& result) const {
    if (const std::size_t job = job_of(step, file); job != unknown) report_finding(job, result);
}

} // namespace atrous
