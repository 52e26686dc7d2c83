// The plans of the SVGF filter, each built once: the frames of a shot have the same shape. Hides how plans are told apart.
#pragma once
#include "filters/svgf/plan.h"
#include <deque>

namespace atrous {

/// Bytes of device memory: of a prepared frame, and of preparing and filtering beside the window's frames; with a history
/// also what outlives a frame for the next one.
struct SvgfMemory {
    std::uint64_t frame, runs;
};

/// For one thread at a time.
class SvgfPlans {
  public:
    explicit SvgfPlans(const DeviceTraits& device) : device_(device) {}

    /// As the functions of these names in filters/svgf build them; valid until the next call.
    const Plan& prepare_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles);
    const Plan& filter_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                            const SvgfWindow& window);
    const Plan& invert_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                            bool to_previous);
    const Plan& recursive_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                               bool has_before);
    std::size_t history_bytes(const SvgfResolved& settings, Size size, const SvgfRoles& roles) const;
    std::size_t frame_bytes(const SvgfResolved& settings, Size size, const SvgfRoles& roles) const;
    SvgfMemory memory(const SvgfResolved& settings, Size size, const SvgfRoles& roles);

  private:
    struct Key {
        SvgfSettings settings;
        Size size;
        SvgfRoles roles;
        int before,
            after; ///< -1: of preparation; -2: of finding vectors, `after` is whether to the frame before; -3: of a
                   ///< history, `after` is whether there is one
        bool operator==(const Key&) const = default;
    };
    struct Known {
        Key key;
        Plan plan;
    };
    template <class Build>
    const Plan& known(const Key& key, const Build& build);

    DeviceTraits device_;
    std::deque<Known> plans_;
};

} // namespace atrous
