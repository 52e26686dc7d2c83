// A filter in regions, and in smaller ones where a device lacks resources that it should have.
#pragma once
#include "base/error.h"
#include "base/log.h"
#include "filters/atrous/regions.h"
#include <algorithm>

namespace atrous {

/// Does with a device what it can do with half of the memory, and again, so many times.
constexpr int most_halvings = 4;

/// Runs `run(fitted)` with `fitted = fit(limits)`, both a FilterRegions, and again with half of that plan's memory where the
/// device fails for want of resources before it gave results. Throws what `fit` and `run` throw.
template <class Fit, class Run>
auto with_smaller_regions(MemoryLimits limits, const Fit& fit, const Run& run) {
    FilterRegions fitted = fit(limits);
    for (int halvings = 0;; ++halvings) {
        try {
            return run(fitted);
        } catch (const Error& error) {
            const bool can_halve =
                error.kind == Exit::out_of_memory && error.device == DeviceFailure::before_results;
            if (!can_halve || halvings == most_halvings) throw;
            const std::uint64_t half = fitted.plan.bytes() / 2;
            for (PlanLimits* of : {&limits.wanted, &limits.allowed}) {
                of->memory = std::min(of->memory, half);
                of->region_memory = std::min(of->region_memory, half);
            }
            try {
                fitted = fit(limits);
            } catch (const Error&) {
                throw error; // there is nothing smaller
            }
            log_warning(std::string(error.what()) + "; tried again in " +
                        std::to_string(fitted.regions.count()) + " regions");
        }
    }
}

} // namespace atrous
