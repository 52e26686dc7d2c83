// What the ports of a plan are bound to for a run: host memory or device arrays, values in the device's memory that outlive runs.
#pragma once
#include "graph/plan.h"
#include <cstddef>
#include <memory>
#include <span>

namespace atrous {

/// Memory of one engine's device, released when its owner goes (it may outlive the engine). Engine::array makes one;
/// runs of any plan of that engine take it as input or fill it as output, without a copy.
class DeviceArray {
  public:
    struct State; ///< for the files of src/opencl alone

    DeviceArray();
    explicit DeviceArray(std::unique_ptr<State> state);
    ~DeviceArray();
    DeviceArray(DeviceArray&&) noexcept;
    DeviceArray& operator=(DeviceArray&&) noexcept;

    /// 0 for one that holds nothing.
    std::size_t bytes() const;
    /// Copies the values to the host. Throws an internal error if `to` has another size or the device fails.
    void read(std::span<std::byte> to) const;
    /// Throws an internal error where it holds nothing.
    State& state() const;

  private:
    std::unique_ptr<State> state_;
};

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
