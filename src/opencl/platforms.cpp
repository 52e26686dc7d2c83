// Lists the platforms of the OpenCL loader, which searches the system or OCL_ICD_VENDORS, and PoCL of the
// Python package atrous-pocl, which lies next to this module and is requested as loaders do it.
#include "base/log.h"
#include "opencl/device_cl.h"
#include "opencl/messages.h"
#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>

namespace atrous {
namespace {

/// Returns the platform of PoCL in a folder. Prints a warning and returns nothing if it cannot be loaded.
std::vector<cl::Platform> load_pocl(const std::filesystem::path& folder) {
    using Find = void*(CL_API_CALL*)(const char*);
    using List = cl_int(CL_API_CALL*)(cl_uint, cl_platform_id*, cl_uint*);
    void* const driver = ::dlopen((folder / "lib/driver/libpocl.so.2").c_str(), RTLD_LAZY | RTLD_LOCAL);
    void* const find = driver ? ::dlsym(driver, "clGetExtensionFunctionAddress") : nullptr;
    if (!find) {
        log_warning(message(messages::own_pocl_fails, folder, ::dlerror()));
        return {};
    }
    // PoCL runs `ld` of PATH to link kernels. The package has it, for systems without a compiler.
    const char* const path = std::getenv("PATH");
    ::setenv("PATH", ((path ? path : "/bin") + (":" + (folder / "bin").string())).c_str(), 1);
#ifdef __x86_64__ // the package has PoCL's functions for these two, AVX2 and AVX-512, of eight
    if (!__builtin_cpu_supports("avx2"))
        ::setenv("POCL_KERNELLIB_NAME", __builtin_cpu_supports("avx") ? "avx" : "sse2", 0);
#endif
    cl_platform_id platform = nullptr;
    const auto list = reinterpret_cast<List>(reinterpret_cast<Find>(find)("clIcdGetPlatformIDsKHR"));
    if (!list || list(1, &platform, nullptr) != CL_SUCCESS) return {};
    return {cl::Platform(platform)};
}

} // namespace

std::vector<cl::Platform> all_platforms() {
    std::vector<cl::Platform> platforms;
    if (std::error_code none; !std::filesystem::exists("/sys/devices", none))
        throw Error(Exit::no_device, message(messages::sysfs_missing));
    try {
        cl::Platform::get(&platforms);
    } catch (const cl::Error&) { // the loader's code for a missing platform
    }
    const auto is_pocl = [](const cl::Platform& platform) {
        try {
            return platform.getInfo<CL_PLATFORM_NAME>() == "Portable Computing Language";
        } catch (const cl::Error&) { // a driver that fails to start
            return false;
        }
    };
    if (std::ranges::any_of(platforms, is_pocl)) return platforms;
    Dl_info here{};
    const bool known = ::dladdr(reinterpret_cast<const void*>(&load_pocl), &here) != 0;
    const auto folder = std::filesystem::path(known ? here.dli_fname : "").parent_path() / "pocl";
    std::error_code ec;
    if (!folder.is_absolute() || !exists(folder, ec)) return platforms;
    static const std::vector<cl::Platform> own = load_pocl(folder); // once: it changes PATH
    return platforms.insert(platforms.end(), own.begin(), own.end()), platforms;
}

} // namespace atrous
