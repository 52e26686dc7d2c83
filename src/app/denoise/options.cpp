// How the options of `denoise` are read.
#include "app/denoise/options.h"
#include "app/cli/svgf_rows.h"
#include "base/error.h"
#include "base/text.h"
#include "io/aov/table.h"
#include <limits>
#include <memory>

namespace atrous {
namespace {

void read_motion(const CommandLine& line, AovOverrides& overrides) {
    using Motion = MotionConvention;
    if (const std::string* to = line.find("motion-to"))
        overrides.to = *to == "next" ? Motion::To::next : Motion::To::previous;
    if (const std::string* unit = line.find("motion-unit"))
        overrides.unit = *unit == "px"   ? Motion::Unit::px
                         : *unit == "uv" ? Motion::Unit::uv
                                         : Motion::Unit::ndc;
    if (const std::string* sign = line.find("motion-sign")) overrides.from_other = *sign == "from";
    if (const std::string* y = line.find("motion-y")) overrides.up = *y == "up";
    if (const std::string* scale = line.find("motion-scale")) overrides.scale = to_number(*scale);
    overrides.premultiplied = line.has("motion-premultiplied");
}

void read_roles(const CommandLine& line, DenoiseOptions& options) {
    ReadOptions& read = options.batch.read;
    read.layer = line.value("layer", "");
    if (const std::string name = line.value("aovs", "auto"); name != "auto")
        read.table = std::make_shared<const AovTable>(load_aov_table(name));
    for (const auto& [name, value] : line.given)
        if (const AovRoleRow* role = aov_role_named(name); role && role->guides)
            read.overrides.patterns.emplace_back(role->role, value);
    read_motion(line, read.overrides);
    if (const std::string* lights = line.find("light")) options.lights = split(*lights, ',');
}

} // namespace

DenoiseOptions denoise_options(const CommandLine& line, const std::vector<std::string>& arguments) {
    DenoiseOptions options;
    read_session_options(line, arguments, options);
    read_roles(line, options);
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
