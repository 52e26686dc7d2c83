// Plans outputs and refuses everything that can be detected as wrong before any work.
#include "batch/plan/outputs.h"
#include "base/error.h"
#include "base/log.h"
#include "batch/plan/job.h"
#include "batch/plan/messages.h"
#include "formats/common/file_format.h"
#include "platform/standard_streams.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>
#include <unistd.h>

namespace atrous {
namespace {

bool is_there(const fs::path& path) {
    std::error_code ec;
    return fs::exists(path, ec);
}

/// Checks that a folder exists or can be made, and is writable. root may write anywhere, so first looks for a
/// non-folder in the path.
void check_folder(const fs::path& folder) {
    fs::path existing = folder.empty() ? fs::path(".") : folder;
    while (!is_there(existing) && existing.has_parent_path() && existing != existing.parent_path())
        existing = existing.parent_path();
    if (!is_there(existing)) existing = ".";
    std::error_code ec;
    if (!fs::is_directory(existing, ec)) throw usage_error(messages::output_folder_blocked, folder, existing);
    if (::access(existing.c_str(), W_OK | X_OK) != 0)
        throw usage_error(messages::output_folder_read_only, folder, existing, std::strerror(errno));
}

/// The output as a name. The name of the standard output includes its format.
std::string named_output(const Inputs& inputs, const OutputOptions& options) {
    if (options.output != standard_stream) return options.output;
    return standard_output_as(options.format.empty() ? extension_of_input(inputs.files.front().path)
                                                     : options.format);
}

/// Throws a usage error if --format contradicts the extension of the output.
void check_same_format(const OutputOptions& options, const std::string& output) {
    const fs::path name(output), asked("x." + options.format);
    if (options.format.empty() || format_name(name) == format_name(asked)) return;
    throw usage_error(messages::format_contradicts, options.format, output,
                      name.has_extension() ? "another format" : "no format",
                      fs::path(name).replace_extension(options.format));
}

void check_standard_input(const Input& input, const OutputPlan& plan, const OutputOptions& options) {
    if (!is_standard_input(input.path)) return;
    if (options.in_place) throw usage_error(messages::stdin_in_place);
    if (!plan.folder.empty() || is_template(options.output))
        throw usage_error(messages::stdin_no_name, options.output);
}

/// True if `output` names a folder: it exists as one, ends with a slash, or must contain more than one file.
bool is_folder(const Inputs& inputs, const std::string& output) {
    std::error_code ec;
    if (output.ends_with('/') || fs::is_directory(output, ec)) return true;
    const auto asked =
        std::ranges::count_if(inputs.files, [](const Input& file) { return !file.is_beside(); });
    if (asked == 1 && (!inputs.from_folder || is_standard_output(output))) return false;
    if (is_standard_output(output)) throw usage_error(messages::stdout_several, asked);
    if (is_there(output) || can_write(output))
        throw usage_error(messages::output_one_file, output, asked, output);
    return true;
}

/// The naming of outputs.
struct Naming {
    std::string output{};
    bool filled_in = false;      ///< it is a template
    bool named_by_input = false; ///< the extension comes from the input's name
};

/// Also sets the output folder, if there is one.
Naming naming_of(const Inputs& inputs, const OutputOptions& options, fs::path& folder) {
    Naming naming{named_output(inputs, options)};
    naming.filled_in = is_template(naming.output);
    if (!naming.filled_in && is_folder(inputs, naming.output)) {
        folder = naming.output;
        check_folder(folder);
    }
    naming.named_by_input = !folder.empty() || naming.output.find("{ext}") != std::string::npos ||
                            naming.output.ends_with("{inext}");
    if (!naming.named_by_input) check_same_format(options, naming.output);
    return naming;
}

Job job_from(const Input& input, const fs::path& output) {
    Job job{{{input.path}}, {{output}}};
    if (!input.frame) return job;
    job.shot = 1 + int(input.frame->pattern);
    job.missing = input.frame->missing;
    return job;
}

Job job_of(const Input& input, const Naming& naming, const OutputOptions& options, const fs::path& folder) {
    const std::string extension = written_extension(input.path, options.format);
    const fs::path target =
        naming.filled_in ? fs::path(expand_template(naming.output, input.path, input.frame, extension))
        : folder.empty() ? fs::path(naming.output)
                         : folder / input.below / input.path.filename().replace_extension(extension);
    // A file of that name, not the standard output, which requires -o.
    const bool is_file = naming.filled_in && is_standard_output(target);
    Job job = job_from(input, is_file ? "." / target : target);
    job.refused = input_refusal(input);
    // A file that is not an image, or does not exist, fails later as a single one.
    if (job.refused.empty() && !naming.named_by_input &&
        (is_there(input.path) || is_standard_input(input.path)))
        check_format(target);
    if (options.format.empty() && is_one_file(job.output(), job.input())) keep_format(job);
    return job;
}

Job job_in_place(const Input& input) {
    Job job = job_from(input, input.path);
    keep_format(job);
    return job;
}

/// True if output and input differ in more than the extension.
bool has_own_name(const Job& job, Identities& identity) {
    const fs::path input = job.input(), output = job.output();
    return input.stem() != output.stem() || identity.of_folder(input) != identity.of_folder(output);
}

bool is_below(const std::string& path, const std::string& folder) { return path.starts_with(folder + "/"); }

/// The folder that was named, in which the input was found.
std::string root_of(const Input& input) {
    fs::path root = input.path.parent_path();
    for (auto part = input.below.begin(); part != input.below.end(); ++part) root = root.parent_path();
    return identity(root.empty() ? "." : root);
}

/// True if `path` is inside an output folder of the run that lies below the named input folder.
bool is_in(const std::string& folder, const std::string& path, const Input& input) {
    return !folder.empty() && is_below(path, folder) && is_below(folder, root_of(input));
}

/// The identity of the output that a file accompanies by its name, or empty if its name has no such ending.
std::string accompanied(const fs::path& path) {
    const std::string stem = path.stem().string();
    const std::string ending = comparison_ending;
    if (!stem.ends_with(ending)) return {};
    return identity(path.parent_path() /
                    (stem.substr(0, stem.size() - ending.size()) + path.extension().string()));
}

/// Inputs that earlier runs of the same command have made.
void leave_outputs_out(const Inputs& inputs, OutputPlan& plan) {
    Identities identity;
    std::set<std::string> targets;
    for (const Job& job : plan.jobs)
        if (!job.outputs.empty() && has_own_name(job, identity)) targets.insert(identity(job.output()));
    const std::string folder = plan.folder.empty() ? "" : identity(plan.folder);
    const auto is_output = [&](const Input& input) {
        if (!input.found) return false;
        const std::string path = identity(input.path);
        return is_in(folder, path, input) || targets.contains(path) ||
               targets.contains(accompanied(input.path));
    };
    std::vector<Job> kept;
    fs::path one;
    for (std::size_t i = 0; i < plan.jobs.size(); ++i)
        if (is_output(inputs.files[i]))
            one = inputs.files[i].path;
        else
            kept.push_back(std::move(plan.jobs[i]));
    const std::size_t count = inputs.files.size() - kept.size();
    plan.jobs = std::move(kept);
    if (count == 0) return;
    if (plan.jobs.empty()) throw Error(Exit::nothing, message(messages::only_earlier_outputs, one));
    log_info(count == 1 ? message(messages::earlier_output, one)
                        : message(messages::earlier_outputs, count, one));
}

/// Returns the folder of all outputs. For several folders, the one above them, if their names have one.
/// Otherwise empty.
fs::path common_folder(const std::vector<Job>& jobs) {
    std::optional<fs::path> common;
    bool is_one = true;
    for (const Job& job : jobs) {
        if (job.outputs.empty() || is_standard_output(job.output())) continue;
        const fs::path folder = job.output().parent_path().lexically_normal();
        if (!common) common = folder;
        if (*common == folder) continue;
        is_one = false;
        fs::path shared;
        for (auto a = common->begin(), b = folder.begin();
             a != common->end() && b != folder.end() && *a == *b; ++a, ++b)
            shared /= *a;
        common = shared;
    }
    if (!common || (!is_one && *common == common->root_path())) return {};
    return common->empty() ? fs::path(".") : *common;
}

} // namespace

void check_format(const fs::path& output) {
    if (can_write(output)) return;
    const fs::path extension = output.extension();
    if (extension.empty()) throw usage_error(messages::output_no_extension, output, output);
    throw can_read(output) ? usage_error(messages::output_read_only, output, extension)
                           : usage_error(messages::output_format_unknown, output, extension);
}

void check_format_option(const std::string& format) {
    if (can_write("x." + format)) return;
    throw can_read("x." + format) ? usage_error(messages::format_read_only, format)
                                  : usage_error(messages::format_unknown, format);
}

std::size_t images_of(const OutputPlan& plan) {
    return std::size_t(std::ranges::count_if(plan.jobs, [](const Job& job) { return !job.outputs.empty(); }));
}

OutputPlan plan_outputs(const Inputs& inputs, const OutputOptions& options) {
    OutputPlan plan;
    plan.patterns = inputs.patterns;
    const Naming naming = options.in_place ? Naming{} : naming_of(inputs, options, plan.folder);
    for (const auto& input : inputs.files) {
        check_standard_input(input, plan, options);
        plan.jobs.push_back(options.in_place ? job_in_place(input)
                                             : job_of(input, naming, options, plan.folder));
        plan.jobs.back().number = input.frame ? input.frame->number : int(plan.jobs.size()) - 1;
        if (input.is_beside()) plan.jobs.back().outputs.clear();
    }
    if (!options.in_place) leave_outputs_out(inputs, plan);
    plan.log_folder = naming.filled_in ? common_folder(plan.jobs) : plan.folder;
    check_clashes(plan.jobs, options.overwrite || options.in_place);
    std::set<fs::path> folders;
    for (const auto& job : plan.jobs)
        if (!job.outputs.empty() && !is_standard_output(job.output()))
            folders.insert(job.output().parent_path());
    std::ranges::for_each(folders, check_folder);
    return plan;
}

} // namespace atrous
