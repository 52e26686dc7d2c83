// Values in a device's memory that outlive the runs of plans.
#pragma once
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

} // namespace atrous
