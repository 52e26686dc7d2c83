// What the ports of a plan are bound to for a run: host memory or device arrays.
#pragma once
#include "graph/plan.h"
#include "opencl/device_array.h"

namespace atrous {

/// One port and where its values come from or go to: an array, or else host memory.
struct Binding {
    enum class Side { input, output };
    Side side;
    std::string_view port;
    std::span<std::byte> host{}; ///< of an input only read
    const DeviceArray* array = nullptr;

    std::size_t bytes() const { return array ? array->bytes() : host.size(); }
};

/// What the run reads: bytes of the host, or an array of the engine.
Binding bind_input(std::string_view port, std::span<const std::byte> host);
Binding bind_input(std::string_view port, const DeviceArray& array);
/// What the run writes. Host memory may be that of an input; a device array may not.
Binding bind_output(std::string_view port, std::span<std::byte> host);
Binding bind_output(std::string_view port, DeviceArray& array);

/// A port of a plan with what it is bound to.
struct Bound {
    std::size_t buffer; ///< index into Plan::buffers
    const Binding* to;
};

/// The ports of the plan that are bound: inputs, then outputs. All must be, but for inputs whose buffer has content of
/// its own. Throws internal errors: a port without binding, with two of them, of another size (saying both), one that
/// the plan does not have, and an array that is bound to an output and to another port as well.
std::vector<Bound> bound_ports(const Plan& plan, std::span<const Binding> bindings);

} // namespace atrous
