// Nobody else may be able to put files of his into such a folder: they are loaded as code.
#include "app/start/kernel_folder.h"
#include "system/private_folder.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/statvfs.h>
#include <unistd.h>

namespace atrous {
namespace {

namespace fs = std::filesystem;

/// The nearest folder that is there, without symbolic links: those could be led elsewhere later.
fs::path real_part(fs::path folder) {
    std::error_code bad;
    while (!fs::exists(folder, bad) && folder.has_relative_path()) folder = folder.parent_path();
    return fs::canonical(folder, bad);
}

/// Why code cannot be loaded from it; empty: it can.
std::string why_no_code(const fs::path& folder) {
    struct statvfs disk {};
    if (::statvfs(folder.c_str(), &disk) != 0 || (disk.f_flag & ST_NOEXEC) == 0) return {};
    return folder.string() + " is mounted noexec, so that no kernel can be loaded from it";
}

/// `folder`/`name`, made where nobody else can interfere, and tried.
KernelPlace below(const fs::path& folder, const std::string& name) {
    const fs::path top = folder / name, there = real_part(top);
    if (there.empty()) return {{}, {}, folder.string() + " cannot be reached"};
    if (std::string why = why_not_private(there, true); !why.empty()) return {{}, {}, why};
    if (std::string why = make_private_folder(top); !why.empty()) return {{}, {}, why};
    std::error_code bad;
    const fs::path real = fs::canonical(top, bad);
    for (const fs::path& ours : {real.parent_path(), real})
        if (std::string why = bad ? bad.message() : why_not_private(ours); !why.empty()) return {{}, {}, why};
    if (std::string why = why_no_code(real); !why.empty()) return {{}, {}, why};
    return {real, {}, why_no_room(real)};
}

KernelPlace usual_place(const std::string& name) {
    const fs::path cache = folder_in("XDG_CACHE_HOME"), home = folder_in("HOME");
    if (cache.empty() && home.empty())
        return {{}, {}, "neither XDG_CACHE_HOME nor HOME names a folder (from the root)"};
    return below(cache.empty() ? home / ".cache/atrous" : cache / "atrous", name);
}

/// What killed runs left there.
void remove_left(const fs::path& folder, const std::string& start) {
    std::error_code bad;
    for (fs::directory_iterator entry(folder, bad), end; !bad && entry != end; entry.increment(bad)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with(start) && name.size() == start.size() + 6) remove_passing_kernels(entry->path());
    }
}

/// For this run alone.
KernelPlace passing_place(const fs::path& folder, const std::string& name) {
    std::error_code bad;
    const std::string start = "atrous-" + std::to_string(::geteuid()) + "-";
    std::string passing = fs::canonical(folder, bad) / (start + "XXXXXX");
    if (bad) return {{}, {}, folder.string() + ": " + bad.message()};
    if (std::string why = why_not_private(fs::path(passing).parent_path(), true); !why.empty())
        return {{}, {}, why};
    remove_left(fs::path(passing).parent_path(), start);
    if (!::mkdtemp(passing.data())) return {{}, {}, folder.string() + ": " + std::strerror(errno)};
    KernelPlace place = below(passing, name);
    if (place.why_not.empty())
        place.passing = passing;
    else
        fs::remove_all(passing, bad);
    return place;
}

/// The user's own folder below that for temporary files; where somebody else has made it, or could put kernels into it, one
/// for this run alone.
KernelPlace temporary_place(const std::string& name) {
    const char* const chosen = std::getenv("TMPDIR");
    const fs::path folder = chosen && *chosen ? chosen : "/tmp";
    KernelPlace place = below(folder / ("atrous-" + std::to_string(::geteuid())), name);
    return place.why_not.empty() ? place : passing_place(folder, name);
}

KernelPlace place_in_memory(const std::string& name) { return passing_place("/dev/shm", name); }

constexpr KernelPlace (*kinds[])(const std::string& name) = {usual_place, temporary_place, place_in_memory};

} // namespace

int kernel_places() { return int(std::size(kinds)); }

KernelPlace kernel_place(int place, const std::string& name) { return kinds[place](name); }

} // namespace atrous
