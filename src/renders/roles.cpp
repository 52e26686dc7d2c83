// The table of roles.
#include "renders/roles.h"
#include <algorithm>
#include <limits>

namespace atrous {
namespace {

using enum AovRole;
constexpr std::size_t any = std::numeric_limits<std::size_t>::max();

constexpr AovRoleRow rows[] = {
    {none, "none", 1, any},
    {beauty, "beauty", 1, 4, true},
    {albedo, "albedo", 3, 3, true},
    {normal, "normal", 3, 3, true},
    {depth, "depth", 1, 1, true},
    {motion, "motion", 2, 2, true},
    {motion_next, "motion-next", 2, 2, true},
    {variance, "variance", 1, 3, true},
    {samples, "samples", 1, 1},
    {position, "position", 3, 3},
    {world_to_ndc, "world-to-ndc", 1, 1},
    {world_to_camera, "world-to-camera", 1, 1},
    {emission, "emission", 3, 3, true},
    {light, "light", 3, 4},
    {data, "data", 1, any},
    {matte, "matte", 1, any},
};

} // namespace

std::span<const AovRoleRow> aov_roles() { return rows; }

const AovRoleRow& row_of(AovRole role) { return rows[std::size_t(role)]; }

const AovRoleRow* aov_role_named(std::string_view name) {
    const auto* row = std::ranges::find_if(rows, [&](const AovRoleRow& r) { return name == r.name; });
    return row == std::end(rows) ? nullptr : row;
}

} // namespace atrous
