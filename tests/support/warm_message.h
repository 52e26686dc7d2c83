// What the client sends to the process that forks: one packet of text, and descriptors beside it.
#pragma once
#include <cstdint>

namespace atrous::warm {

/// The environment variable with the number of the client's descriptor.
constexpr const char* variable = "ATROUS_TEST_WARM";
constexpr int most_bytes = 180000; ///< a packet holds 208 KiB, where the system's limit is as it comes

/// Stands first; the words follow, each with a zero behind it: arguments, then the environment.
struct Head {
    std::uint32_t umask;
    std::uint32_t arguments;
    std::uint32_t open; ///< bit n: standard place n is open, and is among the descriptors
};
/// Of the descriptors: where the status of waitpid() goes, the current folder, standard places that are open.
constexpr int most_descriptors = 5;

} // namespace atrous::warm
