// How the options of `denoise` are read.
#include "app/denoise/options.h"
#include "app/batch/role_options.h"
#include "app/cli/svgf_rows.h"
#include "base/error.h"
#include <limits>

namespace atrous {

DenoiseOptions denoise_options(const CommandLine& line, const std::vector<std::string>& arguments) {
    DenoiseOptions options;
    read_session_options(line, arguments, options);
    read_role_options(line, options.batch.read, options.lights);
    for (const auto& [name, value] : line.given)
        for (const auto& row : svgf_rows())
            if (name == row.option.name) row.set(options.filter, value);
    options.samples_given = line.has("samples");
    constexpr auto any = std::numeric_limits<std::size_t>::max(); // limits of the device, not known yet
    resolve(options.filter, {.largest_group = any, .local_memory = any});
    if (options.inputs.operands.empty() && options.inputs.list.empty())
        throw usage_error(
            "no inputs: give frames, folders or a pattern, or --files-from ('atrous denoise --help')");
    if (options.output.empty())
        throw usage_error("no output: give -o FOLDER/ or a pattern like -o 'clean/room.####.exr'");
    return options;
}

Json denoise_json(const SvgfSettings& settings) { return json_of(svgf_rows(), settings); }

} // namespace atrous
