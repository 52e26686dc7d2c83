// Where the page of --report goes, and what is refused there before the run.
#include "base/error.h"
#include "base/log.h"
#include "batch/plan/job.h"
#include "batch/report/page.h"
#include "batch/session.h"
#include "platform/standard_streams.h"
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace atrous {

namespace fs = std::filesystem;

// The report of a chunk has its number in its name: several may be at work with one command line.
fs::path report_path(const SessionOptions& options) {
    const fs::path path = *options.report;
    if (!options.chunk) return path;
    return path.parent_path() /
           (path.stem().string() + "." + std::to_string(options.chunk->index) + path.extension().string());
}

void check_report(const SessionOptions& options, const OutputPlan& plan) {
    if (!options.report) return;
    const fs::path path = report_path(options);
    if (!is_page_name(path))
        throw usage_error("--report " + path.string() + ": is not the name of a page; reports are *.html");
    Identities identity;
    const std::string page = identity(path);
    const auto refuse = [&](const fs::path& file, const std::string& what) {
        if (!file.empty() && identity(file) == page)
            throw usage_error("--report " + path.string() + ": is " + what +
                              "; give the report a name of its own");
    };
    if (options.inputs.list != standard_stream) refuse(options.inputs.list, "the list of --files-from");
    if (options.log_file) refuse(*options.log_file, "the file of --log");
    for (const Job& job : plan.jobs)
        for (const RoleFile& input : job.inputs) refuse(input.path, "an input");
    std::error_code bad;
    if (fs::is_directory(path, bad)) throw usage_error("--report " + path.string() + ": is a folder");
    if (fs::exists(path, bad) && !fs::is_regular_file(path, bad))
        throw usage_error("--report " + path.string() +
                          ": is a pipe or a device; a report goes into a file, which it replaces as a whole");
    if (fs::exists(path, bad) && !options.replaces_companions())
        throw usage_error(
            "--report " + path.string() +
            ": exists already; give it another name, or replace it, with outputs that exist (--existing "
            "replace) or that are older than their inputs (--existing newer)");
    if (options.dry_run) return log_info("would write the report " + path.string());
    const fs::path folder = path.parent_path().empty() ? fs::path(".") : path.parent_path();
    fs::create_directories(folder, bad);
    if (bad || ::access(folder.c_str(), W_OK | X_OK) != 0)
        throw usage_error("--report " + path.string() +
                          ": cannot be written there: " + (bad ? bad.message() : std::strerror(errno)));
}

} // namespace atrous
