// The jobs of names that arrive while the run is at work: the program plans them, and sends them to its worker.
#pragma once
#include "batch/plan/plan_files.h"
#include <map>
#include <set>

namespace atrous {

class ArrivingJobs {
  public:
    /// `first`: what the run begins with.
    ArrivingJobs(const PlanOptions& options, const OutputPlan& first, NameStream& names);

    /// Reads what has arrived and adds its jobs to the plan. A name of which no job can be made, or one that collides with
    /// another, is a job that fails without others: the run has begun. Returns the jobs as bytes; nothing where the names have
    /// ended.
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
