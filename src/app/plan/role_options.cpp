// Reads the options of roles.
#include "app/plan/role_options.h"
#include "base/error.h"
#include "base/text.h"
#include "io/aov/table.h"
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

} // namespace

void read_role_options(const CommandLine& line, ReadOptions& read, std::vector<std::string>& lights) {
    read.layer = line.value("layer", "");
    if (const std::string name = line.value("aovs", "auto"); name != "auto")
        read.table = std::make_shared<const AovTable>(load_aov_table(name));
    for (const auto& [name, value] : line.given)
        if (const AovRoleRow* role = aov_role_named(name); role && role->guides)
            read.overrides.patterns.emplace_back(role->role, value);
    read_motion(line, read.overrides);
    if (const std::string* patterns = line.find("light")) lights = split(*patterns, ',');
}

} // namespace atrous
