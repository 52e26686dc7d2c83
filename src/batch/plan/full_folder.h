// A run over pictures whose outputs are there already, and no option that says what becomes of them.
#pragma once
#include "batch/plan/needs.h"
#include "batch/plan/outputs.h"

namespace atrous {

/// Refuses the jobs with such outputs, where they are several: tell_of_existing() says it of all of them.
void refuse_existing(OutputPlan& plan, const Existing& existing);

/// One error line for all that refuse_existing() refused: how many, and the options that help.
void tell_of_existing(const OutputPlan& plan);

} // namespace atrous
