// What `probe` prints: tables for people, or JSON.
#pragma once
#include "app/probe/shots.h"
#include "base/json.h"

namespace atrous {

/// Of each shot: its frames, a table per part, what was found of its motion.
std::string probe_text(const std::vector<ProbedShot>& shots);

/// {"shots": [{"name", "frames", "holes", "changes", "files": [{"parts": [{"layers"}]}], "motion", "warnings", "errors"}]}.
Json probe_json(const std::vector<ProbedShot>& shots);

} // namespace atrous
