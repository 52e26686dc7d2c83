// What in the samples of a picture would spoil a result.
#pragma once
#include "app/probe/listing.h"
#include "app/probe/look.h"

namespace atrous {

/// Findings, one of a kind at most, with the option of `denoise` that mends each.
std::vector<Finding> check_samples(const Look& look);

/// Whether vectors are multiplied by alpha: where alpha lies between 0 and 1 they are shorter than the nearest whole
/// ones by that factor. `stored` and `alpha` as in Look.
bool vectors_premultiplied(const VectorPair& pair, const std::vector<float>& alpha, Size size);

} // namespace atrous
