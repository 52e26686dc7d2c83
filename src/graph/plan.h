// Describes a filter as data: buffers, passes with the buffers that they read and write, and named ports for input and
// output. The engine runs any plan without reference to its filter, and a filter makes its plan from the device's
// traits only.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace atrous {

/// A form that `atrous bench --tune` measured on a device.
struct TunedForm {
    std::string filter,
        border; ///< names of its folder and of its row in borders() (empty: a filter without borders)
    std::int64_t pixels = 0; ///< size of the image from which on it holds, up to the next row of both
    std::string form;        ///< name of its row in forms() (empty: none is faster than the table's)
};

struct DeviceTraits {
    bool is_cpu = true;
    int native_vector = 8; ///< floats per vector register
    std::size_t largest_group = 256;
    std::size_t local_memory = 32768;
    std::string vendor{}, name{};           ///< for the bank table
    int units = 64;                         ///< that compute side by side
    int compute_capability = 0;             ///< NVIDIA's, 80 for 8.0 (0: another vendor's, or not known)
    std::vector<std::string> wrong_forms{}; ///< that failed the check of this device: "eaw/tile"
    std::vector<TunedForm> tuned_forms{};   ///< replace the choice of the table of measured forms
};

/// The bytes of a buffer of planes that no kernel writes: `guard` before the first row and after the last, and the
/// bytes beyond `used` in each `pitch` from row to row.
struct Margins {
    std::size_t guard = 0, used = 1, pitch = 1;
    bool operator==(const Margins&) const = default;
};

/// A device buffer of a plan: samples of a file, counters, tables of axes, planes, other numbers, or constants.
/// Whenever the plan runs, the margins of `planes` are zeros, so that reads outside the image are finite, `counters`
/// are zeros, and `constants` hold `content`. Other contents are undefined.
struct Buffer {
    enum class Kind { samples, counters, tables, planes, numbers, constants };
    Kind kind;
    std::string name; ///< for messages: "coarse", "detail 3"
    std::size_t bytes;
    std::vector<std::byte> content{};
    Margins margins{}; ///< of kind planes
    int may_be =
        -1; ///< of an output: an input whose memory it may have, since no value is read after it is written
};

/// The purpose of a pass. Logs and the bench sum up passes by it.
enum class Stage { setup, enter, search, level, noise, denoise, upward, leave, copy };
/// "setup", "enter", ...
const char* to_string(Stage stage);

/// The least traffic of a pass: each value once.
struct Traffic {
    int planes_read = 0, planes_written = 0; ///< whole planes, without their padding
    int sample_bytes = 4;                    ///< of a plane
    std::uint64_t pixels = 0;                ///< of a plane (0 for passes without pixels)
    std::uint64_t file_bytes = 0;            ///< samples of files, read and written
    std::uint64_t other_bytes = 0;           ///< tables, statistics, parts of planes
    bool other_planes =
        false; ///< of the pixels of an earlier pass of that name and level, with which reports count it

    std::uint64_t bytes() const {
        return std::uint64_t(planes_read + planes_written) * std::uint64_t(sample_bytes) * pixels +
               file_bytes + other_bytes;
    }
};

/// An OpenCL kernel. Its arguments in order: the buffers in Pass::reads, the buffers in Pass::writes, `parameters` by
/// value.
struct KernelLaunch {
    std::string file;   ///< kernel source, "eaw/decompose.cl"
    std::string kernel; ///< "eaw_decompose"
    /// "RADIUS=2". An entry that begins with - is another option of the build
    std::vector<std::string> defines{};
    std::vector<std::byte> parameters{}; ///< a parameter struct of kernels/*/params.h
    std::size_t global[2] = {1, 1};
    std::size_t local[2] = {1, 1}; ///< the launcher rounds `global` up to multiples of it
};
/// The Euclidean norm of floats `first` .. `first + count - 1` of the only buffer read, as float `at` of the one
/// written.
struct Norm {
    std::size_t first, count, at;
};
/// `bytes` bytes of the only buffer read, from byte `from` on, to byte `to` of the one written.
struct Copy {
    std::size_t from, to, bytes;
};
using Operation = std::variant<KernelLaunch, Norm, Copy>;

/// One operation of the device, after all previous operations.
struct Pass {
    Stage stage;
    Operation operation;
    int level = -1;           ///< à-trous level, -1 if there is none
    std::vector<int> reads{}; ///< indices into Plan::buffers
    std::vector<int> writes{};
    Traffic moves{};
};

/// The kernel's name, or "norm", or "copy".
std::string name_of(const Pass& pass);

/// A buffer that a run gets values from, or that it gives values to.
struct Port {
    std::string name; ///< "image", "replaced"
    int buffer;       ///< index into Plan::buffers
};

/// A filter for images of one shape. Passes run in order. Buffers are known by their index.
struct Plan {
    std::vector<Buffer> buffers;
    std::vector<Pass> passes;
    std::vector<Port> inputs, outputs;

    /// Adds a buffer and returns its index.
    int add(Buffer::Kind kind, std::string name, std::size_t bytes) {
        buffers.push_back({kind, std::move(name), bytes});
        return int(buffers.size()) - 1;
    }
    /// Adds a buffer of kind constants with this content and returns its index.
    int add_constants(std::string name, std::vector<std::byte> content) {
        const std::size_t size = content.size();
        buffers.push_back({Buffer::Kind::constants, std::move(name), size, std::move(content)});
        return int(buffers.size()) - 1;
    }
    /// The buffer of an input or output, or -1.
    int input(std::string_view name) const;
    int output(std::string_view name) const;
    /// Bytes of an output, or 0 if the plan has none of that name.
    std::size_t output_bytes(std::string_view name) const;
    /// Bytes of device memory that the plan needs.
    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const auto& buffer : buffers) sum += buffer.bytes;
        return sum;
    }
};

/// The bytes of a parameter struct, for KernelLaunch::parameters.
template <class T>
std::vector<std::byte> as_bytes(const T& value) {
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    return {first, first + sizeof(T)};
}

} // namespace atrous
