// Checks of single roles that have a file of their own, for the table in checks.cpp.
#pragma once
#include "app/probe/checks.h"

namespace atrous {

using Findings = std::vector<Finding>;

/// Encoded as 0 to 1, of another length than 1, or those of the camera.
void check_normals(const Look& look, Findings& findings);
/// Values that look like a code for sky and are none to `denoise`; edges without a filter.
void check_depth(const Look& look, Findings& findings);
/// Depth or normals that differ from pixel to pixel within objects.
void check_noise(const Look& look, Findings& findings);
/// Without a direction, all zero, around .5, multiplied by alpha, not finite.
void check_vectors(const Look& look, Findings& findings);

} // namespace atrous
