// Runs steps of files, each as a job of the supervisor.
#include "batch/pipeline/isolated_reading.h"
#include "base/hash.h"
#include "base/size.h"
#include "batch/pipeline/frame_memory.h"
#include <algorithm>
#include <csignal>

namespace atrous {

IsolatedReading::IsolatedReading(const CommandLine& line) {
    report_begun();
    // The supervisor ends the run by this signal, also if it is ignored, as in a script's background
    // processes.
    if (has_supervisor()) std::signal(SIGINT, SIG_DFL);
    const std::string* const most = line.find("max-memory");
    const std::uint64_t limit = most ? parse_bytes(*most, "--max-memory") : physical_memory();
    allowed_ = std::max(limit, min_memory);
    report_ready(limit);
    short_of_memory_ = std::ranges::any_of(resumed().job_states,
                                           [](const auto& state) { return state.second.out_of_memory; });
}

std::uint64_t IsolatedReading::job_of(Step step, const Path& file) {
    return hash_of(file.string() + char(step)) >> 1; // every job has a next one
}

std::uint64_t IsolatedReading::begin(Step step, const Path& file) {
    const std::uint64_t job = job_of(step, file);
    if (resumed().kind(job) != JobState::Kind::failed) return job;
    const JobState& state = resumed().job_states.at(job);
    throw Error(state.out_of_memory ? Exit::out_of_memory : Exit::some_failed,
                state.error.about(file.string()));
}

void IsolatedReading::check_memory(const Path& file, std::uint64_t bytes) const {
    if (bytes > allowed_)
        throw memory_error(messages::reading_limit, file, format_bytes(bytes), format_bytes(allowed_));
}

const std::string* IsolatedReading::found_earlier(Step step, const Path& file) const {
    const std::uint64_t job = job_of(step, file);
    return resumed().kind(job) == JobState::Kind::reported ? &resumed().job_states.at(job).text : nullptr;
}

void IsolatedReading::keep(Step step, const Path& file, const std::string& result) const {
    report_finding(job_of(step, file), result);
}

} // namespace atrous
