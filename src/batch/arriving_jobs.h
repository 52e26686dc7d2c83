// The jobs of names that arrive while the run is at work.
#pragma once
#include "batch/pipeline/batch.h"
#include "batch/plan/inputs.h"
#include "batch/plan/job.h"
#include <map>
#include <set>

namespace atrous {

class ArrivingJobs {
  public:
    /// `first`: the jobs with which the run begins.
    ArrivingJobs(const SessionOptions& options, const OutputPlan& first);

    /// Waits for names and plans their jobs; none where no further ones come, or the run was interrupted. A name of which no
    /// job can be made, or one that collides with another, is a job that fails by itself: the run has begun.
    OutputPlan next();

  private:
    void add(const std::string& name, std::vector<Job>& jobs) const;
    bool is_own(const std::string& name) const;
    void settle();
    void settle(Job& job, Identities& identity);
    void name_output(Job& job, Identities& identity);

    const SessionOptions& options_;
    OutputOptions naming_;
    OutputPlan plan_;
    NameStream names_;
    std::set<std::string> sources_;
    std::map<std::string, std::string> targets_;           ///< and the input of each
    std::map<std::string, std::filesystem::path> outputs_; ///< of each input
    bool said_apart_ = false;                              ///< that names were kept apart
};

} // namespace atrous
