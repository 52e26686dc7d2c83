// Names of companion files; hides which files have several parts.
#include "app/enhance/companion_paths.h"
#include "app/plan/identity.h"
#include "app/run/companion.h"
#include "app/watch/worker_protocol.h"
#include "base/error.h"
#include "filters/eaw/settings.h"
#include "io/codec/read/decoder.h"
#include "system/standard_streams.h"
#include <map>

namespace atrous {
namespace {

namespace fs = std::filesystem;

struct Companion {
    fs::path path;
    const char* option; ///< that asks for it
};

/// All that a part may have: how many levels it gets is known when it is read.
void add_companions(const CompanionOptions& pictures, const fs::path& part, const fs::path& folder,
                    std::vector<Companion>& all) {
    if (pictures.compare) all.push_back({comparison_path(part), "--compare"});
    if (pictures.levels.empty()) return;
    for (int level = 0; level < most_levels; ++level) {
        all.push_back({level_path(folder, part, "detail", level), "--dump-levels"});
        all.push_back({level_path(folder, part, "coarse", level + 1), "--dump-levels"});
    }
}

std::vector<Companion> companions_of(const CompanionOptions& pictures, const Job& job, const fs::path& root,
                                     const ReadOptions& read) {
    std::vector<Companion> all;
    const fs::path folder = levels_folder(pictures, job.output(), root);
    try {
        const Decoder decoder(job.input(), read);
        for (const auto& part : decoder.colour_parts())
            add_companions(pictures,
                           picture_path(part_path(job.output(), part.index, decoder.parts()), part.picture),
                           folder, all);
    } catch (const Error& error) {
        if (error.kind != Exit::some_failed && error.kind != Exit::out_of_memory)
            throw; // it will be told of when its turn comes
    }
    return all;
}

} // namespace

fs::path part_path(const fs::path& output, std::size_t part, std::size_t parts) {
    return parts > 1 ? with_ending(output, "_part" + std::to_string(part)) : output;
}

fs::path picture_path(const fs::path& part, std::size_t picture) {
    return picture > 0 ? with_ending(part, "_picture" + std::to_string(picture)) : part;
}

fs::path comparison_path(const fs::path& part) { return with_ending(part, comparison_ending); }

fs::path levels_folder(const CompanionOptions& pictures, const fs::path& output, const fs::path& root) {
    return root.empty() ? pictures.levels : pictures.levels / fs::relative(output.parent_path(), root);
}

fs::path level_path(const fs::path& folder, const fs::path& part, const std::string& what, int level) {
    return folder / with_ending(part.filename(), "_" + what + "_" + std::to_string(level));
}

void check_companions(const CompanionOptions& pictures, const OutputPlan& plan, const ReadOptions& read) {
    for (const Job& job : plan.jobs)
        if (pictures.compare && is_standard_output(job.output()))
            throw usage_error(
                "--compare writes a picture beside the output, and the standard output has no place "
                "beside it; leave one of them out");
    if (!pictures.any()) return;
    Identities identity;
    std::map<std::string, std::string> taken; // file -> what it is
    for (const auto& job : plan.jobs) {
        taken.emplace(identity(job.input()), "the input " + job.input().string());
        taken.emplace(identity(job.output()), "the output of " + job.input().string());
    }
    for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
        const Job& job = plan.jobs[i];
        if (resumed().kind(i) == JobState::Kind::failed) continue; // by being opened here
        const InStep step(i, Step::opening, job.input());
        for (const auto& [path, option] : companions_of(pictures, job, plan.folder, read)) {
            const std::string what = std::string(option) + " of " + job.input().string();
            const auto [at, is_new] = taken.emplace(identity(path), what);
            if (!is_new)
                throw usage_error(what + " would be written to " + path.string() + ", which is " +
                                  at->second + "; give the outputs other names");
        }
    }
}

} // namespace atrous
