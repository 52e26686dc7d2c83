// Reads the options of `probe`.
#include "commands/probe/options.h"
#include "base/error.h"
#include "batch/plan/role_files.h"
#include "renders/sequence.h"

namespace atrous {
namespace {

using Text = const std::string&;

constexpr OptionSetter<ProbeOptions> setters[] = {
    {"recursive", [](ProbeOptions& o, Text) { o.inputs.recursive = true; }},
    {"frames", [](ProbeOptions& o, Text list) { o.inputs.frames = parse_frames(list, "--frames"); }},
    {"every-frame", [](ProbeOptions& o, Text) { o.every_frame = true; }},
    {"json", [](ProbeOptions& o, Text) { o.json = true; }}};

} // namespace

ProbeOptions probe_options(const CommandLine& line) {
    ProbeOptions options;
    if (line.operands.empty())
        throw usage_error("no inputs: give files, folders or a pattern ('atrous probe --help')");
    options.inputs.operands = line.operands;
    read_role_options(line, options.read, options.lights);
    set_given(line, setters, options);
    return options;
}

} // namespace atrous
