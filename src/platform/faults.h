// Reads the variables of the environment by which tests and drills request faults.
#pragma once
#include <cstdlib>
#include <string>
#include <vector>

namespace atrous {

enum class Fault { harm, device_fails, check_seconds, binaries_of_all };
inline constexpr const char* fault_variables[] = {"ATROUS_HARM", "ATROUS_DEVICE_FAILS",
                                                  "ATROUS_CHECK_SECONDS", "ATROUS_BINARIES_OF_ALL"};

/// The value of its variable, or an empty text.
inline std::string requested(Fault fault) {
    const char* const value = std::getenv(fault_variables[std::size_t(fault)]);
    return value ? value : "";
}
/// The names of the variables that have a value.
inline std::vector<std::string> requested_faults() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::size(fault_variables); ++i)
        if (!requested(Fault(i)).empty()) names.emplace_back(fault_variables[i]);
    return names;
}

} // namespace atrous
