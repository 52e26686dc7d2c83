// From what OpenCL says of a device to its row of the bank table.
#pragma once
#include "banks/devices.h"

namespace atrous {

/// The row for a device of this vendor and name; "cpu" for CPUs, "nvidia" (32 banks of 4 bytes, consecutive
/// phases) for GPUs that nothing is known of.
const BankDevice& detect_bank_device(const std::string& vendor, const std::string& name, bool is_cpu);

} // namespace atrous
