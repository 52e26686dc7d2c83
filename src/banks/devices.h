// Describes the local memory of real devices by makers' documents or measurements: banks, and the lanes of a sub-group
// that are served together for each width of access. OpenCL has no query for it: a device is found by its vendor and
// name.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace atrous {

/// A bank mapping in the dissertation's letters. Word w lies in bank w mod banks, layer w / (banks W / N).
/// Two words of one bank conflict if their layers differ. An element covers M / N words, or shares one.
struct BankMapping {
    std::string name;
    int element_bytes = 4; ///< M: bytes that a lane reads
    int access_bytes = 4;  ///< N: bytes of a word
    int layer_bytes = 4;   ///< W: bytes that a bank delivers at once
    int banks = 32;
};

/// R = W / M: rows of elements in one layer, at least 1.
int layer_rows(const BankMapping& mapping);
/// The degree repeats when every element moves by this many elements (a layer of all banks).
int layer_elements(const BankMapping& mapping);

/// Conflict degree of one access: the most distinct layers that any bank must deliver (1 = free, 0 without
/// lanes). Lanes that read the same word do not conflict. Elements may be negative.
int conflict_degree(const BankMapping& mapping, std::span<const std::int64_t> elements);

/// The remainder in [0, m) and the quotient rounded down.
constexpr std::int64_t floor_mod(std::int64_t a, std::int64_t m) { return (a % m + m) % m; }
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t m) { return (a - floor_mod(a, m)) / m; }

/// One kind of device. A device without banks (a CPU) has banks = 0: its degree is always 1.
struct BankDevice {
    std::string name;
    std::string what;
    int banks = 32;
    int bank_bytes = 4;  ///< N: a word
    int layer_bytes = 4; ///< W: bytes that a bank delivers at once
    int subgroup = 32;   ///< lanes
    /// Lanes that share a phase, for accesses of 32, 64 and 128 bits: "16" = 16 consecutive lanes, or groups
    /// of lanes "0-3,20-23 4-7,16-19 ..." that repeat until the sub-group is full.
    std::array<std::string, 3> phases{"32", "16", "8"};
    std::string source; ///< source of the numbers; "(inferred)" without one
};

const std::vector<BankDevice>& bank_devices();
/// The device of that name. Throws a usage error that lists the names.
const BankDevice& find_bank_device(std::string_view name);
/// A device with any number of banks and consecutive phases: as many lanes as the banks serve at once.
BankDevice custom_device(int banks, int bank_bytes, int subgroup);

/// Returns the mapping of elements of this width to the banks of the device.
BankMapping device_mapping(const BankDevice& device, int element_bits);
/// The phases of a sub-group's access: lists of lanes. 8 and 16 bits behave like 32.
std::vector<std::vector<int>> device_phases(const BankDevice& device, int element_bits);

/// The row for a device of this vendor and name: "cpu" for CPUs, "nvidia" (32 banks of 4 bytes, consecutive
/// phases) for unknown GPUs.
const BankDevice& detect_bank_device(const std::string& vendor, const std::string& name, bool is_cpu);

/// Returns whether the table has a row for a GPU of this vendor and name.
bool knows_local_memory(const std::string& vendor, const std::string& name);

} // namespace atrous
