// Provides devices whose kernels are checked and about which there is no verdict.
#pragma once
#include "engine/check/kernel_check.h"
#include "support/gpu_fixture.h"
#include <memory>

namespace atrous::test {

/// The engine's device with a driver of its own, so that no verdict about other ones counts. Kernels are
/// checked from now on.
inline DeviceInfo unknown_device() {
    static int count = 0;
    check_kernels(CheckWatch{});
    DeviceInfo device = engine()->device();
    device.driver += " " + std::to_string(++count);
    return device;
}

/// An engine of such a device. Null if there is no device.
inline std::unique_ptr<Engine> unknown_engine() {
    if (!engine()) return nullptr;
    return std::make_unique<Engine>(unknown_device(), EngineOptions{.poison = true});
}

} // namespace atrous::test
