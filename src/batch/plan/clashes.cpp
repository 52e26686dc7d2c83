// Compares names after it has resolved links and other forms of a name.
#include "base/error.h"
#include "base/text.h"
#include "batch/plan/messages.h"
#include "batch/plan/outputs.h"
#include <map>
#include <unordered_map>

namespace atrous {
namespace {

/// Returns a remedy that gives the outputs of two inputs different names.
std::string remedy(const Job& one, const Job& other) {
    const std::string a = one.input().extension(), b = other.input().extension();
    if (lower(a) != lower(b))
        return "use a template with {inext}, the extension of the input, for example "
               "'{dir}/{stem}_atrous.{inext}.{ext}'";
    if (one.output() != other.output())
        return "their names differ only in letter case: rename one, or use --exclude";
    return "use a template, for example '{dir}/{stem}_atrous.{ext}', or -r with the folder above them";
}

/// The inputs of a run by their identity.
using Sources = std::map<std::string, std::filesystem::path>;

/// `target` is the identity of the job's output.
void check_output(const Job& job, const std::string& target, const Sources& sources, bool overwrite,
                  Identities& identity) {
    const auto source = sources.find(target);
    if (source == sources.end()) return;
    if (source->second != job.input() && identity(job.input()) != target)
        throw usage_error(messages::output_is_other_input, job.input(), source->second);
    if (!overwrite) throw usage_error(messages::output_is_input, job.input());
}

} // namespace

void check_clashes(std::vector<Job>& jobs, bool overwrite) {
    Identities identity;
    Sources sources;
    for (const Job& job : jobs) sources.emplace(identity(job.input()), job.input());
    std::unordered_map<std::string, std::size_t> places; // of outputs in small letters
    std::vector<Job> kept;
    for (Job& job : jobs) {
        const std::size_t next = kept.size();
        const std::string target = job.outputs.empty() ? "" : identity(job.output());
        const std::size_t place =
            target.empty() ? next : places.try_emplace(lower(target), next).first->second;
        if (place == next) {
            if (!target.empty()) check_output(job, target, sources, overwrite, identity);
            kept.push_back(std::move(job));
        } else if (identity(job.input()) != identity(kept[place].input())) {
            throw usage_error(messages::outputs_clash, kept[place].input(), job.input(), job.output(),
                              remedy(kept[place], job));
        } else if (kept[place].shot == 0 && job.shot != 0) {
            kept[place] = std::move(job);
        }
    }
    jobs = std::move(kept);
}

} // namespace atrous
