// Finds samples of an image that would spoil a result.
#pragma once
#include "commands/probe/listing.h"
#include "commands/probe/look.h"

namespace atrous {

/// Returns findings, one of a kind at most, each with the option of `denoise` that fixes it.
std::vector<Finding> findings_in(const Look& look);

/// True if vectors are multiplied by alpha: at alpha between 0 and 1 they are shorter than the nearest whole
/// vectors by that factor. `stored` and `alpha` as in Look.
bool vectors_premultiplied(const VectorPair& pair, const std::vector<float>& alpha, Size size);

using Findings = std::vector<Finding>;

/// Finds normals encoded as 0 to 1, of another length than 1, or in camera space.
void check_normals(const Look& look, Findings& findings);
/// Finds values that look like a code for sky but are not one to `denoise`, and edges without a filter.
void check_depth(const Look& look, Findings& findings);
/// Depth or normals that differ from pixel to pixel within objects.
void check_noise(const Look& look, Findings& findings);
/// Without a direction, all zero, around .5, multiplied by alpha, not finite.
void check_vectors(const Look& look, Findings& findings);

} // namespace atrous
