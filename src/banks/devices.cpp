// Holds the device table, reads its phase lists, and matches the vendors and names of drivers. Enumerates conflict
// degrees.
#include "banks/devices.h"
#include "banks/messages.h"
#include "base/error.h"
#include "base/text.h"
#include "graph/tables.h"
#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

namespace atrous {

int layer_rows(const BankMapping& mapping) {
    return std::max(1, mapping.layer_bytes / mapping.element_bytes);
}

int layer_elements(const BankMapping& mapping) {
    return std::max(1, mapping.banks * mapping.layer_bytes / mapping.element_bytes);
}

int conflict_degree(const BankMapping& mapping, std::span<const std::int64_t> elements) {
    const std::int64_t bytes = mapping.element_bytes, word_bytes = mapping.access_bytes;
    const std::int64_t layer_words =
        std::int64_t(mapping.banks) * (mapping.layer_bytes / mapping.access_bytes);
    thread_local std::vector<std::pair<std::int64_t, std::int64_t>> touched; // bank, layer
    touched.clear();
    for (const auto element : elements) {
        const auto last = floor_div(element * bytes + bytes - 1, word_bytes);
        for (auto word = floor_div(element * bytes, word_bytes); word <= last; ++word)
            touched.emplace_back(floor_mod(word, mapping.banks), floor_div(word, layer_words));
    }
    std::ranges::sort(touched);
    int degree = 0, layers = 0;
    for (std::size_t i = 0; i < touched.size(); ++i) {
        if (i > 0 && touched[i] == touched[i - 1]) continue;
        layers = i > 0 && touched[i].first == touched[i - 1].first ? layers + 1 : 1;
        degree = std::max(degree, layers);
    }
    return degree;
}

namespace {

// AMD's groups for 128-bit reads on 32 and on 64 banks. Writes have 8 consecutive lanes.
const char* const amd_quads = "0-3,20-23 4-7,16-19 8-11,28-31 12-15,24-27";
const char* const amd_eights = "0-3,12-15,20-27 4-11,16-19,28-31";

/// Lanes of a text such as "0-3,20-23".
std::vector<int> lanes_of(const std::string& text) {
    std::vector<int> lanes;
    for (const auto& range : split(text, ',')) {
        const int first = std::stoi(range), last = std::stoi(range.substr(range.find('-') + 1));
        for (int lane = first; lane <= last; ++lane) lanes.push_back(lane);
    }
    return lanes;
}

std::vector<std::vector<int>> consecutive(int lanes, int subgroup) {
    std::vector<std::vector<int>> phases;
    for (int first = 0; first < subgroup; first += lanes) {
        phases.emplace_back(std::size_t(std::min(lanes, subgroup - first)));
        std::iota(phases.back().begin(), phases.back().end(), first);
    }
    return phases;
}

struct DeviceMatch {
    const char* vendor; // part of the vendor's name
    const char* name;   // part of the device's name ("" = any)
    const char* row;
};

// AMD's drivers name chips by their target: gfx942 is MI300, gfx950 MI350, gfx11.. RDNA3, gfx12.. RDNA4.
constexpr std::array device_matches = {
    DeviceMatch{"NVIDIA", "", "nvidia"},
    DeviceMatch{"Advanced Micro", "gfx94", "cdna3"},
    DeviceMatch{"Advanced Micro", "gfx95", "cdna4"},
    DeviceMatch{"Advanced Micro", "gfx12", "rdna4"},
    DeviceMatch{"Advanced Micro", "gfx9", "cdna3"},
    DeviceMatch{"Advanced Micro", "", "rdna3"},
    DeviceMatch{"Intel", "Data Center GPU Max", "intel-pvc"},
    DeviceMatch{"Intel", "", "intel"},
};

/// The row of a GPU, or null.
const DeviceMatch* clue_of(const std::string& vendor, const std::string& name) {
    const auto* clue = std::ranges::find_if(device_matches, [&](const DeviceMatch& its) {
        return vendor.find(its.vendor) != std::string::npos && name.find(its.name) != std::string::npos;
    });
    return clue == device_matches.end() ? nullptr : clue;
}

} // namespace

const std::vector<BankDevice>& bank_devices() {
    static const std::vector<BankDevice> rows = {
        {"nvidia",
         "NVIDIA Maxwell and later (sm_50+)",
         32,
         4,
         4,
         32,
         {"32", "16", "8"},
         "GTC 2019 S9593; NVIDIA/cutlass issue 328; forums.developer.nvidia.com/t/77228 "
         "(NervanaSystems/maxas issue 8 says half-warps for 128 bits on Maxwell)"},
        {"cdna3",
         "AMD CDNA3 (MI300)",
         32,
         4,
         4,
         64,
         {"32", "16", amd_quads},
         "amd-shark-ai amdgpu_kernel_optimization_guide; CK-Tile lds_bank_conflicts (128-bit reads; writes "
         "have 8 consecutive lanes)"},
        {"cdna4",
         "AMD CDNA4 (MI350)",
         64,
         4,
         4,
         64,
         {"64", "32", amd_eights},
         "amd-shark-ai amdgpu_kernel_optimization_guide; CK-Tile lds_bank_conflicts"},
        {"rdna3",
         "AMD RDNA3",
         32,
         4,
         4,
         32,
         {"32", "16", amd_quads},
         "RDNA3 ISA 12.1; amd-shark-ai empirical-lds summary (32 banks per wave)"},
        {"rdna4", "AMD RDNA4", 32, 4, 4, 32, {"32", "16", "8"}, "amd-shark-ai empirical-lds summary"},
        {"intel",
         "Intel Gen8, Gen9, Gen11",
         16,
         4,
         4,
         16,
         {"16", "8", "4"},
         "Intel OpenCL guide 2019, Memory Hierarchy: 64 bytes per clock; phases (inferred)"},
        {"intel-pvc",
         "Intel Ponte Vecchio",
         64,
         8,
         8,
         32,
         {"32", "32", "32"},
         "intel-xpu-backend-for-triton issues 2769, 2797 (official papers say 4 bytes); phases (inferred)"},
        {"kepler4",
         "NVIDIA Kepler, 4-byte mode",
         32,
         4,
         8,
         32,
         {"32", "32", "16"},
         "Gao 2014 section 4.1, cases one and three; 128 bits (inferred)"},
        {"kepler8",
         "NVIDIA Kepler, 8-byte mode",
         32,
         8,
         8,
         32,
         {"32", "32", "16"},
         "Gao 2014 section 4.1, cases four and two; 128 bits (inferred)"},
        {"fermi",
         "NVIDIA Fermi",
         32,
         4,
         4,
         32,
         {"32", "16", "8"},
         "Gao 2014 section 4.1, case two, with 32 banks; 64 and 128 bits (inferred)"},
        {"tesla",
         "NVIDIA Tesla",
         16,
         4,
         4,
         32,
         {"16", "8", "4"},
         "Gao 2014 section 4.1, case two: half-warps on 16 banks; 64 and 128 bits (inferred)"},
        {"cpu",
         "any CPU: local memory is cached memory",
         0,
         4,
         4,
         1,
         {"1", "1", "1"},
         "no banks that a program can see"},
    };
    return rows;
}

const BankDevice& find_bank_device(std::string_view name) {
    for (const auto& row : bank_devices())
        if (row.name == name) return row;
    throw usage_error(messages::bank_device, std::string(name), choices(names_of(std::span(bank_devices()))));
}

BankDevice custom_device(int banks, int bank_bytes, int subgroup) {
    const auto lanes = [&](int bytes) {
        return std::to_string(std::clamp(banks * bank_bytes / bytes, 1, subgroup));
    };
    return {"custom",
            std::to_string(banks) + " banks of " + std::to_string(bank_bytes * 8) + " bits",
            banks,
            bank_bytes,
            bank_bytes,
            subgroup,
            {lanes(4), lanes(8), lanes(16)},
            "given on the command line"};
}

BankMapping device_mapping(const BankDevice& device, int element_bits) {
    return {device.name, element_bits / 8, device.bank_bytes, device.layer_bytes, std::max(1, device.banks)};
}

std::vector<std::vector<int>> device_phases(const BankDevice& device, int element_bits) {
    const auto& text = device.phases[element_bits >= 128 ? 2 : element_bits == 64 ? 1 : 0];
    if (text.find('-') == std::string::npos) return consecutive(std::stoi(text), device.subgroup);
    std::vector<std::vector<int>> first;
    int lanes = 0;
    for (const auto& group : split(text, ' ')) {
        first.push_back(lanes_of(group));
        lanes += int(first.back().size());
    }
    std::vector<std::vector<int>> phases;
    for (int shift = 0; shift < device.subgroup; shift += lanes)
        for (auto phase : first) {
            for (int& lane : phase) lane += shift;
            phases.push_back(phase);
        }
    return phases;
}

bool knows_local_memory(const std::string& vendor, const std::string& name) { return clue_of(vendor, name); }

const BankDevice& detect_bank_device(const std::string& vendor, const std::string& name, bool is_cpu) {
    if (is_cpu) return find_bank_device("cpu");
    const DeviceMatch* clue = clue_of(vendor, name);
    return find_bank_device(clue ? clue->row : "nvidia");
}

} // namespace atrous
