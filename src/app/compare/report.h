// What `compare` prints: a table for people, or JSON.
#pragma once
#include "app/compare/sequence.h"
#include "base/json.h"

namespace atrous {

/// A line that says what was compared, and a row for each frame and, of sequences, their means.
std::string report_text(const Comparison& comparison, const CompareOptions& options);

/// {"a", "b", "layer", "psnr_of", "peak", "frames": [..], "overall": {..}}; scores that are infinite or not there are
/// null.
Json report_json(const Comparison& comparison, const CompareOptions& options);

} // namespace atrous
