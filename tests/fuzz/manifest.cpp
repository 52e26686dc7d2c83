// The list of compiled kernels with their sizes and sums, read before a driver may read them.
// Sources: src/supervisor/kernel_folder.cpp src/base/file.cpp src/base/hash.cpp src/platform/descriptor.cpp
// Sources: src/base/size.cpp src/base/text.cpp src/base/utf8.cpp src/platform/bytes.cpp src/platform/huge_pages.cpp src/platform/private_folder.cpp
#include "fuzz.h"
#include "supervisor/kernel_folder.h"
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace fs = std::filesystem;

namespace {

/// A folder with a kernel, which goes with the process.
struct Kernels {
    fs::path folder = fs::temp_directory_path() / ("fuzz-" + std::to_string(::getpid()));
    Kernels() {
        fs::create_directories(folder / "AB");
        std::ofstream(folder / "AB/kernel") << "compiled";
    }
    ~Kernels() { fs::remove_all(folder); }
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Kernels kernels;
    std::ofstream(kernels.folder / "manifest", std::ios::binary) << text_of(data, size);
    const fs::path damaged = atrous::damaged_kernel(kernels.folder);
    hold(damaged.empty() || fs::exists(damaged));
    return 0;
}
