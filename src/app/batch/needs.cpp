// Looks at what exists already; hides when.
#include "app/batch/needs.h"
#include "base/error.h"

namespace atrous {
namespace {

namespace fs = std::filesystem;

void check_order(const std::vector<Job>& jobs) {
    for (std::size_t i = 1; i < jobs.size(); ++i)
        if (jobs[i].shot < jobs[i - 1].shot ||
            (jobs[i].shot == jobs[i - 1].shot && jobs[i].number <= jobs[i - 1].number))
            throw Error(Exit::internal, jobs[i].input().string() +
                                            ": its frame does not come after that of " +
                                            jobs[i - 1].input().string());
}

} // namespace

std::string damage_of(const fs::path& path) {
    try {
        Decoder(path).read();
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

Needs::Needs(const std::vector<Job>& jobs, int reach, bool overwrite, bool skip_existing)
    : jobs_(jobs), reach_(reach), overwrite_(overwrite), skip_existing_(skip_existing),
      outputs_(jobs.size()) {
    if (reach > 0) check_order(jobs);
}

const Needs::Outputs& Needs::outputs(std::size_t job) {
    if (outputs_[job]) return *outputs_[job];
    Outputs& found = outputs_[job].emplace();
    if (jobs_[job].missing) return found;
    const auto& outputs = jobs_[job].outputs;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        std::error_code bad;
        if (overwrite_ || !fs::exists(outputs[i].path, bad)) {
            found.wanted.push_back(i);
        } else if (skip_existing_) {
            const std::string damage = damage_of(outputs[i].path);
            if (damage.empty()) continue;
            found.wanted.push_back(i);
            found.damaged.push_back(damage);
        } else {
            found.refused = outputs[i].path.string() +
                            ": exists already; --overwrite replaces it, --skip-existing leaves it";
            found.wanted.clear();
            break;
        }
    }
    return found;
}

bool Needs::reads(std::size_t job) {
    const auto wanted = [&](std::size_t other) { return !outputs(other).wanted.empty(); };
    const auto near = [&](std::size_t other) { return within_reach(jobs_[job], jobs_[other], reach_); };
    if (wanted(job)) return true;
    if (reach_ == 0) return false;
    for (std::size_t i = job; i-- > 0 && near(i);)
        if (wanted(i)) return true;
    for (std::size_t i = job + 1; i < jobs_.size() && near(i); ++i)
        if (wanted(i)) return true;
    return false;
}

} // namespace atrous
