// `atrous probe`: lists, looks, warns.
#include "app/cli/tables.h"
#include "app/plan/job.h"
#include "app/probe/options.h"
#include "app/probe/report.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"

namespace atrous {

int run_probe(const std::vector<std::string>& arguments) {
    const CommandLine line = parse_options(probe_table(), arguments);
    const ProbeOptions options = probe_options(line);
    const Inputs inputs = find_inputs(options.inputs);
    std::vector<std::filesystem::path> files;
    for (const Input& input : inputs.files) files.push_back(input.path);
    IsolatedReading reading(files, line);
    const std::vector<ProbedShot> shots = probe_shots(inputs, options, reading);
    report_output(options.json ? probe_json(shots).dump(2) + "\n" : printable(probe_text(shots)));
    bool fine = true;
    for (const ProbedShot& shot : shots) {
        for (const Finding& finding : shot.findings)
            log_warning(one_line(finding.text) + (finding.option.empty() ? "" : " [" + finding.option + "]"));
        for (const std::string& error : shot.errors) log_error(one_line(error));
        fine &= shot.errors.empty();
    }
    return int(fine ? Exit::ok : reading.failed());
}

} // namespace atrous
