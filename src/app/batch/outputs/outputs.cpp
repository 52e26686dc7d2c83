// Plans outputs; everything that can be known to be wrong before any work is refused here.
#include "app/batch/outputs/outputs.h"
#include "app/batch/outputs/output_template.h"
#include "base/error.h"
#include "io/codec/codec.h"
#include <map>
#include <unistd.h>

namespace atrous {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
    std::error_code bad;
    return fs::exists(path, bad);
}

/// A folder that exists or can be made, and be written into. root may write anywhere, so what is no folder is
/// looked for first.
void check_folder(const fs::path& folder) {
    fs::path existing = folder.empty() ? fs::path(".") : folder;
    while (!is_there(existing) && existing.has_parent_path() && existing != existing.parent_path())
        existing = existing.parent_path();
    if (!is_there(existing)) existing = ".";
    std::error_code bad;
    if (!fs::is_directory(existing, bad))
        throw usage_error("output folder " + folder.string() + " cannot be made: " + existing.string() +
                          " is not a folder");
    if (::access(existing.c_str(), W_OK | X_OK) != 0)
        throw usage_error("output folder " + folder.string() +
                          " is not writable: no permission to write into " + existing.string());
}

/// The extension of outputs whose name is made from the input's: that of a file that is read, but cannot be
/// written (RAW, PSD), becomes TIFF.
fs::path writable(const fs::path& input) {
    const bool becomes = !can_write(input) && can_read(input);
    return becomes ? fs::path(input).replace_extension(".tif") : input;
}

void check_jobs(const std::vector<Job>& jobs, bool overwrite) {
    std::map<std::string, const Job*> sources, targets;
    for (const auto& job : jobs) sources.emplace(identity(job.input()), &job);
    for (const auto& job : jobs) {
        const std::string target = identity(job.output());
        const auto [other, fresh] = targets.emplace(target, &job);
        if (!fresh)
            throw usage_error("two inputs have the same output " + job.output().string() + ": " +
                              other->second->input().string() + " and " + job.input().string() +
                              "; a template like '{dir}/{stem}_atrous.{ext}' keeps them apart");
        const auto source = sources.find(target);
        if (source == sources.end()) continue;
        if (source->second->input() != job.input() && identity(job.input()) != target)
            throw usage_error("the output of " + job.input().string() + " is another input, " +
                              source->second->input().string());
        if (!overwrite)
            throw usage_error("the output of " + job.input().string() +
                              " is the input itself; --overwrite replaces it");
    }
}

/// Whether `output` names a folder: it exists as one, ends with a slash, or has to hold more than one file.
bool is_folder(const Inputs& inputs, const std::string& output) {
    std::error_code bad;
    if (output.ends_with('/') || fs::is_directory(output, bad)) return true;
    if (!inputs.from_folder && inputs.files.size() == 1) return false;
    if (is_there(output) || can_write(output))
        throw usage_error("-o " + output + " is one file, but there are " +
                          std::to_string(inputs.files.size()) + " inputs; name a folder (" + output +
                          "/) or a template like '{dir}/{stem}_atrous.{ext}'");
    return true;
}

} // namespace

void check_format(const fs::path& output) {
    if (can_write(output)) return;
    const std::string extension = output.extension().string();
    throw usage_error("cannot write " + output.string() + ": " +
                      (extension.empty() ? "a name without an extension says no format"
                                         : "unknown output format '" + extension + "'") +
                      "; name one in the output, for example -o '{dir}/{stem}_atrous.tif'");
}

std::string identity(const fs::path& path) {
    std::error_code bad;
    const fs::path real = fs::weakly_canonical(fs::absolute(path), bad);
    return (bad ? fs::absolute(path).lexically_normal() : real).string();
}

OutputPlan plan_outputs(const Inputs& inputs, const std::string& output, bool overwrite) {
    OutputPlan plan;
    plan.patterns = inputs.patterns;
    const bool filled_in = is_template(output);
    if (!filled_in && is_folder(inputs, output)) {
        plan.folder = output;
        check_folder(plan.folder);
    }
    const bool named_by_input = !plan.folder.empty() || output.find("{ext}") != std::string::npos;
    for (const auto& input : inputs.files) {
        const fs::path name = writable(input.path);
        const fs::path target = filled_in             ? fs::path(expand_template(output, name, input.frame))
                                : plan.folder.empty() ? fs::path(output)
                                                      : plan.folder / input.below / name.filename();
        Job job{{{input.path}}, {{target}}, 0, int(plan.jobs.size())};
        if (input.frame) {
            job.shot = 1 + int(input.frame->pattern);
            job.number = input.frame->number;
            job.missing = input.frame->missing;
        }
        plan.jobs.push_back(std::move(job));
        // What is no image, or does not exist, fails as such when its turn comes, beside the others.
        if (!named_by_input && is_there(input.path)) check_format(target);
    }
    check_jobs(plan.jobs, overwrite);
    for (const auto& job : plan.jobs) check_folder(job.output().parent_path());
    return plan;
}

} // namespace atrous
