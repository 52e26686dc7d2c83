// Reads the options of `probe`.
#include "app/probe/options.h"
#include "app/plan/role_options.h"
#include "base/error.h"
#include "io/aov/frame_range.h"

namespace atrous {

ProbeOptions probe_options(const CommandLine& line) {
    ProbeOptions options;
    if (line.operands.empty())
        throw usage_error("no inputs: give files, folders or a pattern ('atrous probe --help')");
    options.inputs.operands = line.operands;
    options.inputs.recursive = line.has("recursive");
    if (const std::string* frames = line.find("frames"))
        options.inputs.frames = parse_frames(*frames, "--frames");
    read_role_options(line, options.read, options.lights);
    options.every_frame = line.has("every-frame");
    options.json = line.has("json");
    return options;
}

} // namespace atrous
