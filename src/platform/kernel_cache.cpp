// Refuses a folder if other users can write to it or to a folder above it, as ssh does with its keys.
#include "platform/kernel_cache.h"
#include "base/embedded.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/log.h"
#include "platform/messages.h"
#include "platform/private_folder.h"
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>
#include <unistd.h>

namespace atrous {
namespace {

/// A folder, or the reason why it cannot be used.
struct Place {
    fs::path folder{};
    std::string problem{};
};

/// Distinguishes processors for which PoCL compiles differently by their name and instruction sets: they may
/// share a home folder.
std::string processor() {
    std::ifstream in("/proc/cpuinfo");
    std::uint64_t sum = hash_of("");
    for (std::string line; std::getline(in, line) && !line.empty();)
        if (line.starts_with("model name") || line.starts_with("flags") || line.starts_with("Features"))
            sum = hash_of(line, sum);
    char text[17] = "";
    return {text, std::to_chars(text, text + 16, sum, 16).ptr};
}

/// Returns the nearest folder that exists, without symbolic links.
fs::path existing_part(fs::path folder) {
    std::error_code ec;
    while (!fs::exists(folder, ec) && folder.has_relative_path()) folder = folder.parent_path();
    return fs::canonical(folder, ec);
}

/// Makes the user's folder. Checks the existing part first, so that nothing is made in a folder of another
/// user.
Place usual_place() {
    const fs::path cache = folder_in("XDG_CACHE_HOME"), home = folder_in("HOME");
    if (cache.empty() && home.empty()) return {{}, "neither XDG_CACHE_HOME nor HOME is an absolute path"};
    const fs::path folder = (cache.empty() ? home / ".cache" : cache) / "atrous" /
                            ("kernels-" + std::string(version()) + "-" + processor());
    const fs::path there = existing_part(folder);
    if (there.empty()) return {{}, folder.string() + " cannot be reached"};
    if (std::string problem = reason_not_private(there, true); !problem.empty()) return {{}, problem};
    if (std::string problem = make_private_folder(folder); !problem.empty()) return {{}, problem};
    std::error_code ec;
    const fs::path real = fs::canonical(folder, ec);
    for (const fs::path& own : {real.parent_path(), real})
        if (std::string problem = ec ? ec.message() : reason_not_private(own); !problem.empty())
            return {{}, problem};
    if (::access(real.c_str(), W_OK | X_OK) != 0) return {{}, real.string() + " cannot be written to"};
    return {real, {}};
}

/// Makes a folder for this run only.
Place temporary_place() {
    const char* const chosen = std::getenv("TMPDIR");
    const fs::path parent = chosen && *chosen ? chosen : "/tmp";
    std::error_code ec;
    const fs::path real = fs::canonical(parent, ec);
    if (ec) return {{}, parent.string() + ": " + ec.message()};
    if (std::string problem = reason_not_private(real, true); !problem.empty()) return {{}, problem};
    std::string folder = real / "atrous-XXXXXX";
    if (!::mkdtemp(folder.data())) return {{}, parent.string() + ": " + std::strerror(errno)};
    return {folder, {}};
}

/// True if PoCL can make its folder, without which it has no device.
bool has_folder_of_pocl() {
    const fs::path cache = folder_in("XDG_CACHE_HOME"), home = folder_in("HOME");
    const fs::path there = existing_part((cache.empty() ? home / ".cache" : cache) / "pocl/kcache");
    return ::access(there.c_str(), W_OK | X_OK) == 0;
}

} // namespace

KernelCache::KernelCache(Use use) : owner_(::getpid()) {
    const char* const chosen = std::getenv("POCL_CACHE_DIR");
    if ((chosen && *chosen) || (use == Use::library && has_folder_of_pocl())) return;
    Place place = use == Use::library ? Place{{}, "PoCL cannot make its own"} : usual_place();
    if (place.folder.empty()) {
        const std::string problem = place.problem;
        place = use == Use::tuning ? Place{{}, "--tune needs one that stays"} : temporary_place();
        if (place.folder.empty())
            throw Error(Exit::no_device, message(messages::kernel_folder_missing, problem, place.problem));
        temporary_ = place.folder;
        log_info(message(messages::kernels_not_cached, problem));
    }
    ::setenv("POCL_CACHE_DIR", place.folder.c_str(), 1);
}

KernelCache::KernelCache(const fs::path& damaged) : owner_(::getpid()), temporary_(temporary_place().folder) {
    if (temporary_.empty()) return;
    std::error_code ec;
    for (fs::directory_iterator entry(damaged, ec), end; !ec && entry != end; entry.increment(ec))
        if (entry->path().extension() == ".json") fs::copy(entry->path(), temporary_, ec);
    ::setenv("POCL_CACHE_DIR", temporary_.c_str(), 1);
}

KernelCache::~KernelCache() {
    std::error_code ec;
    if (!temporary_.empty() && ::getpid() == owner_) fs::remove_all(temporary_, ec);
}

} // namespace atrous
