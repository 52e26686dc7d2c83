// Checks bindings against ports.
#include "opencl/binding.h"
#include "base/error.h"
#include "opencl/messages.h"
#include <algorithm>

namespace atrous {
namespace {

const char* name_of(Binding::Side side) { return side == Binding::Side::input ? "input" : "output"; }

/// Adds the bindings of the ports of one side.
void add_side(std::vector<Bound>& out, const Plan& plan, Binding::Side side,
              std::span<const Binding> bindings) {
    for (const Port& port : side == Binding::Side::input ? plan.inputs : plan.outputs) {
        const auto is_bound = [&](const Binding& b) { return b.side == side && b.port == port.name; };
        const auto count = std::ranges::count_if(bindings, is_bound);
        const Buffer& buffer = plan.buffers[std::size_t(port.buffer)];
        if (count == 0 && side == Binding::Side::input && !buffer.content.empty()) continue;
        if (count != 1) throw internal_error(messages::port_bindings, name_of(side), port.name, count);
        const Binding& binding = *std::ranges::find_if(bindings, is_bound);
        if (binding.bytes() != buffer.bytes)
            throw internal_error(messages::port_bytes, name_of(side), port.name, buffer.bytes,
                                 binding.bytes());
        out.push_back({std::size_t(port.buffer), &binding});
    }
}

void check_known(const Plan& plan, const Binding& binding) {
    const bool is_input = binding.side == Binding::Side::input;
    if ((is_input ? plan.input(binding.port) : plan.output(binding.port)) < 0)
        throw internal_error(messages::port_unknown, name_of(binding.side), binding.port);
}

/// Kernels must not read and write the same memory through different arguments.
void check_arrays(std::span<const Binding> bindings) {
    for (const Binding& a : bindings)
        for (const Binding& b : bindings)
            if (&a != &b && a.array && a.array == b.array && a.side == Binding::Side::output)
                throw internal_error(messages::port_shared, a.port, b.port);
}

} // namespace

Binding bind_input(std::string_view port, std::span<const std::byte> host) {
    return {Binding::Side::input, port, {const_cast<std::byte*>(host.data()), host.size()}};
}
Binding bind_input(std::string_view port, const DeviceArray& array) {
    return {Binding::Side::input, port, {}, &array};
}
Binding bind_output(std::string_view port, std::span<std::byte> host) {
    return {Binding::Side::output, port, host};
}
Binding bind_output(std::string_view port, DeviceArray& array) {
    return {Binding::Side::output, port, {}, &array};
}

std::vector<Bound> bound_ports(const Plan& plan, std::span<const Binding> bindings) {
    for (const Binding& binding : bindings) check_known(plan, binding);
    check_arrays(bindings);
    std::vector<Bound> out;
    add_side(out, plan, Binding::Side::input, bindings);
    add_side(out, plan, Binding::Side::output, bindings);
    return out;
}

} // namespace atrous
