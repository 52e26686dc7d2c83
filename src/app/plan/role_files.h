// Roles from files of their own: --from ROLE=PATTERN.
#pragma once
#include "app/plan/outputs.h"
#include "io/aov/roles.h"
#include <string>
#include <vector>

namespace atrous {

/// A role, and the name of its files, with or without a place for the frame.
struct RolePattern {
    AovRole role;
    std::string pattern;
};

/// Reads "albedo=alb.####.exr". Throws a usage error that lists the roles for any other text.
RolePattern parse_role_pattern(const std::string& text);

/// Gives each job the files of its frame as further inputs, in that order: the frame is that of a pattern's file, else the
/// one that the first input's name says; a pattern without a place is one file for all frames. Throws usage errors: no
/// number where one is wanted, files that are not there (all of them are listed), one that is an output.
void add_role_files(OutputPlan& plan, const std::vector<RolePattern>& patterns);

} // namespace atrous
