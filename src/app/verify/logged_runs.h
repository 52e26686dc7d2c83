// Whether the runs of logs came to their ends.
#pragma once
#include "app/verify/expected.h"
#include "base/json.h"
#include <map>
#include <set>

namespace atrous {

/// Fed with the lines of logs, whose runs may take turns. Lines without the name of a run (up to version 0.2.0) say
/// nothing.
class LoggedRuns {
  public:
    void add(const std::filesystem::path& log, const Json& line);
    /// Runs that did not end, or left images undone. One is made good by a later one that did end, is about as many images at
    /// least, and names all outputs that this one named: it was started again with --skip-existing.
    std::vector<UnfinishedRun> unfinished() const;

  private:
    struct Run {
        std::filesystem::path log{};
        std::string name{};
        std::int64_t images = 0;
        std::set<std::string> outputs{};
        bool ended = false;
        std::int64_t exit = 0, undone = 0;

        bool complete() const { return ended && undone == 0; }
    };
    static std::string problem_of(const Run& run);

    std::vector<Run> runs_{};
    std::map<std::string, std::size_t> places_{};
};

} // namespace atrous
