// Plans the jobs of names that arrive during the run, in the program, and sends them to its worker.
#pragma once
#include "batch/plan/plan_files.h"
#include <map>
#include <set>

namespace atrous {

class ArrivingJobs {
  public:
    /// `first` is the plan at the beginning of the run.
    ArrivingJobs(const PlanOptions& options, const OutputPlan& first, NameStream& names);

    /// Reads the new names and adds their jobs to the plan. A name without a job, or one that collides with
    /// another, becomes a job that fails without stopping others, since the run has begun. Returns the jobs
    /// as bytes, or nothing if the names have ended.
    std::optional<std::string> read(OutputPlan& plan);

  private:
    std::vector<Job> jobs_of(const std::string& name) const;
    bool is_own(const std::string& name) const;
    void settle(std::vector<Job>& jobs);
    void settle(Job& job, Identities& identity);

    PlanOptions options_;
    NameStream& names_;
    std::set<std::string> sources_, outputs_;
    std::map<std::string, std::filesystem::path> inputs_of_; ///< by the output in small letters
};

/// The jobs that are whole in the bytes of read(), which lose them.
std::vector<Job> take_jobs(std::string& bytes);

} // namespace atrous
