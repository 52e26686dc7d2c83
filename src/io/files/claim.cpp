// A claim is taken when the file that is locked still has its name: the one before may have removed it meanwhile.
#include "io/files/claim.h"
#include "base/log.h"
#include "io/files/temporaries.h"
#include "system/descriptor.h"
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace atrous {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view claim_prefix = ".atrous-claim-";

/// Whoever has put it there: the work may be done twice, but nothing of theirs is touched.
Claim::Answer no_claim(const fs::path& path) {
    log_verbose(path.string() + ": is no claim, but has the name of one: the output is not claimed");
    return {};
}

} // namespace

bool is_claim(std::string_view name) { return name.starts_with(claim_prefix); }
bool is_claim(int file) {
    struct stat info {};
    return ::fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_size == 0;
}

Claim::~Claim() {
    ::unlink(path_.c_str());
    forget_file(path_);
    ::close(file_);
}

Claim::Answer Claim::ask(const fs::path& target) {
    const fs::path path = target.parent_path() / (std::string(claim_prefix) + target.filename().string());
    constexpr int attempts = 100; // each is one claim of another that ended between two calls
    int looks = 5;                // who looks for leftovers holds a claim's lock for a moment, too
    for (int i = 0; i < attempts; ++i) {
        constexpr int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
        const int file = ::open(path.c_str(), flags, 0666);
        if (file < 0 && errno == ELOOP) return no_claim(path); // a link may lead anywhere
        if (file < 0) return {};
        if (!is_claim(file)) return ::close(file), no_claim(path);
        const Lock lock = lock_file(file);
        if (lock == Lock::taken && has_that_name(file, path)) {
            remember_file(path);
            return {std::shared_ptr<const Claim>(new Claim(path, file))};
        }
        ::close(file);
        if (lock == Lock::unknown) return ::unlink(path.c_str()), Answer{};
        if (lock == Lock::held_elsewhere && --looks == 0) return {nullptr, true};
        if (lock == Lock::held_elsewhere) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return {};
}

} // namespace atrous
