// What a layer of a render is for, and how many channels that takes.
#pragma once
#include <span>
#include <string_view>

namespace atrous {

/// `position`: points of the scene, with the camera's matrices in attributes (renders/projection.h). `light`: one of several layers that the beauty is made of. `none` and the last two pass through every filter: `data` is
/// no light (positions, UV, IDs, masks), `matte` is Cryptomatte, whose samples are names in float's clothing.
enum class AovRole {
    none,
    beauty,
    albedo,
    normal,
    depth,
    motion,
    motion_next,
    variance,
    samples,
    position,
    world_to_ndc,
    world_to_camera,
    emission,
    light,
    data,
    matte
};

struct AovRoleRow {
    AovRole role;
    const char* name;    ///< in tables, on the command line and in logs
    std::size_t least;   ///< channels that it takes at least
    std::size_t most;    ///< ... and at most; further ones of a layer are left alone
    bool guides = false; ///< `denoise` can be told where it is: --role NAME=PATTERN
};

/// Whether any number of layers has the role, none of which is preferred.
inline bool is_list(AovRole role) { return role >= AovRole::light || role == AovRole::none; }

/// One row per role, in the order of the enumeration.
std::span<const AovRoleRow> aov_roles();
const AovRoleRow& row_of(AovRole role);
/// Null where no role has this name.
const AovRoleRow* aov_role_named(std::string_view name);

} // namespace atrous
