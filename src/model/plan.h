// A filter as data: buffers, and passes with the buffers that they read and write. The engine runs any plan;
// it knows no filter, and the filter that makes a plan knows no device.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace atrous {

/// A device buffer of a plan. `planes` buffers start as zeros, so that reads beside an image stay finite; `counters`
/// are zeros, and `constants` hold `content`, whenever the plan runs.
struct Buffer {
    enum class Kind { source, result, counters, tables, planes, numbers, constants };
    Kind kind;
    std::string name; ///< for messages: "coarse", "detail 3"
    std::size_t bytes;
    std::vector<std::byte> content{};
};

/// One kernel launch. Arguments in order: the buffers of `reads`, those of `writes`, `parameters` by value.
struct Pass {
    std::string file;                   ///< kernel source, "eaw/decompose.cl"
    std::string kernel;                 ///< "eaw_decompose"
    std::vector<std::string> defines{}; ///< "RADIUS=2"
    int level = -1;                     ///< à-trous level, -1 where there is none
    std::vector<int> reads{};           ///< indices into Plan::buffers
    std::vector<int> writes{};
    std::vector<std::byte> parameters{}; ///< a parameter struct of kernels/*.h
    std::size_t global[2] = {1, 1};
    std::size_t local[2] = {1, 1}; ///< the launcher rounds `global` up to multiples of it
    std::uint64_t bytes = 0; ///< bytes that the pass must move at least: planes read and written, once each
    std::uint64_t pixels = 0;
    bool norm =
        false; ///< no kernel: CLBlast's Nrm2 with NormParameters, of the only buffer read into the one written
};

/// Of a pass `norm`, in floats.
struct NormParameters {
    std::size_t first, count; ///< of what is read
    std::size_t at;           ///< where the norm goes
};

struct Plan {
    std::vector<Buffer> buffers;
    std::vector<Pass> passes;
    int source = -1, result = -1, counters = -1; ///< indices of the buffers that the engine fills and reads
    int found = -1; ///< a buffer of floats that the plan computes for the report, or -1

    int add(Buffer::Kind kind, std::string name, std::size_t bytes) {
        buffers.push_back({kind, std::move(name), bytes});
        return int(buffers.size()) - 1;
    }
    int add_constants(std::string name, std::vector<std::byte> content) {
        const std::size_t size = content.size();
        buffers.push_back({Buffer::Kind::constants, std::move(name), size, std::move(content)});
        return int(buffers.size()) - 1;
    }
    /// Bytes of device memory that the plan needs.
    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const auto& buffer : buffers) sum += buffer.bytes;
        return sum;
    }
};

/// The bytes of a parameter struct, for Pass::parameters.
template <class T>
std::vector<std::byte> as_bytes(const T& value) {
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    return {first, first + sizeof(T)};
}

} // namespace atrous
