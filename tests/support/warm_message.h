// Defines the message from the client to the forking process: a packet of text, and descriptors.
#pragma once
#include <cstdint>

namespace atrous::warm {

/// The environment variable with the number of the client's descriptor.
constexpr const char* variable = "ATROUS_TEST_WARM";
constexpr int max_bytes = 180000; ///< a packet holds 208 KiB with the system's default limit

/// First part. The words follow, each with a final zero: arguments, then the environment.
struct Head {
    std::uint32_t umask;
    std::uint32_t arguments;
    std::uint32_t open; ///< bit n: standard stream n is open, and is among the descriptors
};
/// Descriptors: the pipe for the status of waitpid(), the current folder, standard streams that are open.
constexpr int max_descriptors = 5;

} // namespace atrous::warm
