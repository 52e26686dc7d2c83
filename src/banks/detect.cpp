// Vendors and names, as drivers spell them, by row.
#include "banks/detect.h"
#include <array>

namespace atrous {
namespace {

struct Clue {
    const char* vendor; // part of the vendor's name
    const char* name;   // part of the device's name ("" = any)
    const char* row;
};

// AMD's drivers name chips by their target: gfx942 is MI300, gfx950 MI350, gfx11.. RDNA3, gfx12.. RDNA4.
constexpr std::array clues = {
    Clue{"NVIDIA", "", "nvidia"},
    Clue{"Advanced Micro", "gfx94", "cdna3"},
    Clue{"Advanced Micro", "gfx95", "cdna4"},
    Clue{"Advanced Micro", "gfx12", "rdna4"},
    Clue{"Advanced Micro", "gfx9", "cdna3"},
    Clue{"Advanced Micro", "", "rdna3"},
    Clue{"Intel", "Data Center GPU Max", "intel-pvc"},
    Clue{"Intel", "", "intel"},
};

} // namespace

const BankDevice& detect_bank_device(const std::string& vendor, const std::string& name, bool is_cpu) {
    if (is_cpu) return find_bank_device("cpu");
    for (const auto& clue : clues)
        if (vendor.find(clue.vendor) != std::string::npos && name.find(clue.name) != std::string::npos)
            return find_bank_device(clue.row);
    return find_bank_device("nvidia");
}

} // namespace atrous
