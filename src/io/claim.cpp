// A claim is taken when the file that is locked still has its name: the one before may have removed it meanwhile.
#include "io/claim.h"
#include "io/temporaries.h"
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <string>
#include <thread>
#include <unistd.h>

namespace atrous {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view claim_prefix = ".atrous-claim-";

} // namespace

bool is_claim(std::string_view name) { return name.starts_with(claim_prefix); }

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
        const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (file < 0) return {};
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
