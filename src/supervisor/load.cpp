// Finds the module: next to the program (a build folder), or in the place of the installation.
#include "base/embedded.h"
#include "base/error.h"
#include "base/text.h"
#include "supervisor/messages.h"
#include "supervisor/module.h"
#include <dlfcn.h>
#include <filesystem>
#if ATROUS_IO

namespace atrous {
namespace {

namespace fs = std::filesystem;

constexpr const char* file_name = "atrous-module.so";

/// Possible places of the module, the likeliest first.
std::vector<std::string> places() {
    std::error_code ec;
    const fs::path folder = fs::read_symlink("/proc/self/exe", ec).parent_path();
    if (ec) throw internal_error(messages::proc_missing);
    return {(folder / file_name).string(),
            (folder / ATROUS_MODULE_FOLDER / file_name).lexically_normal().string()};
}

/// Loads libraries so that the loader compares few names: OpenImageIO 2.4 of Debian 12 needs 260 libraries,
/// and each symbol used by one of them is looked up in all of them. So the two libraries with most symbols
/// are loaded first, each with only its own dependencies. Without them nothing changes. Only OpenCL's symbols
/// become global, for drivers: symbols that PoCL uses would be looked up in all 260 libraries, too.
void load_early() {
    for (const char* name : {"libgdal.so.32", "libopenvdb.so.10.0"}) dlopen(name, RTLD_LAZY);
    dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_GLOBAL);
}

void* load() {
    const std::vector<std::string> all = places();
    for (const std::string& path : all) {
        std::error_code ec;
        if (!fs::exists(path, ec)) continue;
        load_early();
        if (void* module = dlopen(path.c_str(), RTLD_LAZY)) return module;
        throw internal_error(messages::module_not_loaded, dlerror());
    }
    throw internal_error(messages::module_missing, joined(all, " nor "));
}

template <class Function>
Function* function(void* module, const char* name) {
    if (void* const found = dlsym(module, name)) return reinterpret_cast<Function*>(found);
    throw internal_error(messages::module_invalid, file_name, name);
}

} // namespace

int run_in_module(const ModuleCall& call) {
    void* const module = load();
    const std::string its = function<decltype(atrous_module_version)>(module, "atrous_module_version")();
    if (its != version()) throw internal_error(messages::module_version, file_name, its, version());
    return function<decltype(atrous_module)>(module, "atrous_module")(call);
}

} // namespace atrous

#else // the minimal build is one file

namespace atrous {

int run_in_module(const ModuleCall& call) { return atrous_module(call); }

} // namespace atrous

#endif
