// A file is of the dead where nobody holds its lock and its process is gone; of another machine's processes only time
// tells, since locks over a network may be local ones.
#include "io/files/leftovers.h"
#include "io/files/claim.h"
#include "io/files/temporaries.h"
#include "system/descriptor.h"
#include "system/process.h"
#include <cerrno>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace atrous {
namespace {

namespace fs = std::filesystem;

constexpr std::time_t quiet = 3600; // seconds

bool is_gone(const TemporaryOwner& owner) { return ::kill(owner.process, 0) != 0 && errno == ESRCH; }

/// Whether its number is another one's by now: numbers are given again, soon where there are few of them.
bool is_another(const TemporaryOwner& owner) {
    const std::uint64_t start = process_start(owner.process);
    return owner.start != 0 && start != 0 && start != owner.start;
}

bool is_quiet(int file) {
    struct stat info {};
    return ::fstat(file, &info) == 0 && std::time(nullptr) - info.st_mtime > quiet;
}

/// Whether the hidden file, opened, may go.
bool is_left(const std::string& name, int file) {
    const Lock lock = lock_file(file); // of a claim that is alive it is held
    if (lock == Lock::held_elsewhere) return false;
    if (is_claim(name)) return lock == Lock::taken && is_claim(file);
    const auto owner = owner_of(name);
    if (!owner) return false;
    if (owner->host == host_name() && is_gone(*owner)) return true;
    // Containers may share a host's name; then it is a lock that tells.
    if (owner->host == host_name()) return is_another(*owner) && (lock == Lock::taken || is_quiet(file));
    return lock == Lock::taken && is_quiet(file);
}

} // namespace

int remove_leftovers(const fs::path& folder) {
    int removed = 0;
    std::error_code bad;
    for (fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, bad), end;
         !bad && entry != end; entry.increment(bad)) {
        const std::string name = entry->path().filename().string();
        if (!is_claim(name) && !owner_of(name)) continue;
        const int file = ::open(entry->path().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (file < 0) continue;
        if (remove_left(entry->path(), file)) ++removed;
        ::close(file);
    }
    return removed;
}

bool remove_left(const fs::path& path, int file) {
    if (!is_left(path.filename().string(), file) || !has_that_name(file, path)) return false;
    return ::unlink(path.c_str()) == 0;
}

} // namespace atrous
