// Device arrays: their size, and the way back to the host.
#include "base/error.h"
#include "base/size.h"
#include "gpu/blas_cl.h"

namespace atrous {

DeviceArray::DeviceArray() = default;
DeviceArray::DeviceArray(std::unique_ptr<State> state) : state_(std::move(state)) {}
DeviceArray::~DeviceArray() = default;
DeviceArray::DeviceArray(DeviceArray&&) noexcept = default;
DeviceArray& DeviceArray::operator=(DeviceArray&&) noexcept = default;

std::size_t DeviceArray::bytes() const { return state_ ? state_->bytes : 0; }

DeviceArray::State& DeviceArray::state() const {
    if (!state_) throw Error(Exit::internal, "a device array that holds nothing is used");
    return *state_;
}

void DeviceArray::read(std::span<std::byte> to) const {
    State& s = state();
    if (to.size() != s.bytes)
        throw Error(Exit::internal, "a device array of " + std::to_string(s.bytes) + " bytes is read into " +
                                        std::to_string(to.size()));
    try {
        s.queue.enqueueReadBuffer(s.buffer, CL_TRUE, 0, to.size(), to.data());
    } catch (const cl::Error& error) {
        throw Error(Exit::internal,
                    "reading " + format_bytes(s.bytes) + " from the device: " + explain(error));
    }
}

void check_comparable(const DeviceArray& a, const DeviceArray& b) {
    if (a.bytes() == b.bytes()) return;
    throw Error(Exit::internal, "arrays of " + std::to_string(a.bytes()) + " and " +
                                    std::to_string(b.bytes()) + " bytes cannot be compared");
}

} // namespace atrous
