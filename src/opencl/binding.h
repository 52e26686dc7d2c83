// Binds the ports of a plan for a run: to host memory, or to device arrays, which hold values between runs.
#pragma once
#include "graph/plan.h"
#include <cstddef>
#include <memory>
#include <span>

namespace atrous {

/// Memory of one engine's device, released with its owner (it may outlive the engine). Engine::array
/// makes one. Runs of any plan of that engine take it as input or fill it as output, without a copy.
class DeviceArray {
  public:
    struct State; ///< for the files of src/opencl only

    DeviceArray();
    explicit DeviceArray(std::unique_ptr<State> state);
    ~DeviceArray();
    DeviceArray(DeviceArray&&) noexcept;
    DeviceArray& operator=(DeviceArray&&) noexcept;

    /// 0 for an empty array.
    std::size_t bytes() const;
    /// Copies the values to the host. Throws an internal error if `to` has another size or the device fails.
    void read(std::span<std::byte> to) const;
    /// Throws an internal error if the array is empty.
    State& state() const;

  private:
    std::unique_ptr<State> state_;
};

/// One port and the source or target of its values: an array, or otherwise host memory.
struct Binding {
    enum class Side { input, output };
    Side side;
    std::string_view port;
    std::span<std::byte> host{}; ///< of an input only read
    const DeviceArray* array = nullptr;

    std::size_t bytes() const { return array ? array->bytes() : host.size(); }
};

/// Binds an input to bytes of the host or to an array of the engine.
Binding bind_input(std::string_view port, std::span<const std::byte> host);
Binding bind_input(std::string_view port, const DeviceArray& array);
/// Binds an output. Host memory may also be bound to an input. A device array may not.
Binding bind_output(std::string_view port, std::span<std::byte> host);
Binding bind_output(std::string_view port, DeviceArray& array);

/// A port of a plan with its binding.
struct Bound {
    std::size_t buffer; ///< index into Plan::buffers
    const Binding* to;
};

/// The ports of the plan that are bound: inputs, then outputs. All must be, but for inputs whose buffer has
/// content of its own. Throws internal errors: a port without binding, with two of them, of another size
/// (with both sizes), one that the plan does not have, and an array that is bound to an output and to another
/// port as well.
std::vector<Bound> bound_ports(const Plan& plan, std::span<const Binding> bindings);

} // namespace atrous
