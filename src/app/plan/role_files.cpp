// Names of the files of roles; what is missing is found before any work.
#include "app/plan/role_files.h"
#include "app/plan/identity.h"
#include "base/error.h"
#include "base/text.h"
#include "io/aov/sequence.h"
#include <algorithm>
#include <set>

namespace atrous {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t listed_at_most = 10;

std::string spelled(const RolePattern& pattern) {
    return std::string("--from ") + row_of(pattern.role).name + "=" + pattern.pattern;
}

/// The pattern's file for a job, whose number counts where it is that of a pattern.
fs::path file_for(const RolePattern& pattern, const Job& job, std::size_t patterns) {
    const auto place = pattern_in(pattern.pattern);
    if (!place) return pattern.pattern;
    const auto named = frame_in(job.input().filename().string());
    const bool counted = job.shot >= 1 && job.shot <= int(patterns);
    if (!named && !counted)
        throw usage_error(
            spelled(pattern) + ": " + job.input().string() +
            " has no number; a frame's number stands in front of the extension or alone between dots");
    if (place->style.digits == 0 && named) return place->before + named->text + place->after; // {frame}
    return place->file(counted ? job.number : named->number);
}

void check_there(const RolePattern& pattern, const std::set<fs::path>& files) {
    std::vector<std::string> missing;
    for (const fs::path& file : files) {
        std::error_code bad;
        if (!fs::is_regular_file(file, bad)) missing.push_back(file.string());
    }
    if (missing.empty()) return;
    const std::size_t count = missing.size();
    if (count > listed_at_most) missing.resize(listed_at_most);
    throw usage_error(spelled(pattern) + ": missing are " + std::to_string(count) + " of " +
                      std::to_string(files.size()) + " files: " + joined(missing) +
                      (count > listed_at_most ? ", ..." : "") + "; nothing was written");
}

void check_outputs(const RolePattern& pattern, const OutputPlan& plan, const std::set<fs::path>& files) {
    Identities identity;
    std::set<std::string> inputs;
    for (const fs::path& file : files) inputs.insert(identity(file));
    for (const Job& job : plan.jobs)
        for (const RoleFile& output : job.outputs)
            if (inputs.contains(identity(output.path)))
                throw usage_error(spelled(pattern) + ": the output of " + job.input().string() +
                                  " is one of its files, " + output.path.string());
}

} // namespace

RolePattern parse_role_pattern(const std::string& text) {
    const auto equals = text.find('=');
    const AovRoleRow* row = aov_role_named(text.substr(0, equals));
    if (row && row->guides && row->role != AovRole::beauty && equals != std::string::npos &&
        equals + 1 < text.size())
        return {row->role, text.substr(equals + 1)};
    std::vector<std::string> names;
    for (const AovRoleRow& role : aov_roles())
        if (role.guides && role.role != AovRole::beauty) names.emplace_back(role.name);
    throw usage_error("--from " + text +
                      ": give ROLE=FILE or ROLE=PATTERN, as in albedo=alb.####.exr; roles are " +
                      joined(names));
}

void add_role_files(OutputPlan& plan, const std::vector<RolePattern>& patterns) {
    for (const RolePattern& pattern : patterns) {
        std::set<fs::path> files;
        for (Job& job : plan.jobs) {
            if (job.missing) continue;
            job.inputs.push_back({file_for(pattern, job, plan.patterns.size()), row_of(pattern.role).name});
            files.insert(job.inputs.back().path);
        }
        check_there(pattern, files);
        check_outputs(pattern, plan, files);
    }
}

} // namespace atrous
