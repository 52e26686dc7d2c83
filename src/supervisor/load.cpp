// The module's places, as seen from the program's own: beside it (a build folder), or where the installation put it.
#include "base/embedded.h"
#include "base/error.h"
#include "base/text.h"
#include "supervisor/module.h"
#include <dlfcn.h>
#include <filesystem>
#if ATROUS_IO

namespace atrous {
namespace {

namespace fs = std::filesystem;

constexpr const char* file_name = "atrous-module.so";

/// Where the module may be, the likeliest first.
std::vector<std::string> places() {
    std::error_code bad;
    const fs::path folder = fs::read_symlink("/proc/self/exe", bad).parent_path();
    if (bad) throw Error(Exit::internal, "the program cannot find itself: /proc is not there");
    return {(folder / file_name).string(),
            (folder / ATROUS_MODULE_FOLDER / file_name).lexically_normal().string()};
}

void* load() {
    const std::vector<std::string> all = places();
    for (const std::string& path : all) {
        std::error_code bad;
        if (!fs::exists(path, bad)) continue;
        // Lazily, since the libraries of the module have a hundred others, and names that all may see, as if they were
        // linked: drivers look for them.
        if (void* module = dlopen(path.c_str(), RTLD_LAZY | RTLD_GLOBAL)) return module;
        throw Error(Exit::internal, "the module cannot be loaded: " + std::string(dlerror()));
    }
    throw Error(Exit::internal, "the program's module is missing: there is neither " + joined(all, " nor ") +
                                    "; the program works only with it, install both again");
}

template <class Function>
Function* function(void* module, const char* name) {
    if (void* const found = dlsym(module, name)) return reinterpret_cast<Function*>(found);
    throw Error(Exit::internal, std::string(file_name) + " is something else: it has no " + name);
}

} // namespace

int run_in_module(const ModuleCall& call) {
    void* const module = load();
    const std::string its = function<decltype(atrous_module_version)>(module, "atrous_module_version")();
    if (its != version())
        throw Error(Exit::internal, std::string(file_name) + " is of version " + its + ", the program of " +
                                        version() + "; install both again");
    return function<decltype(atrous_module)>(module, "atrous_module")(call);
}

} // namespace atrous

#else // the minimal build is one file

namespace atrous {

int run_in_module(const ModuleCall& call) { return atrous_module(call); }

} // namespace atrous

#endif
