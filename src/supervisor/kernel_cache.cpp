// Folders kernels-VERSION-PROCESSOR/N; the highest N is the one in use. Who uses one holds a lock in it, and older ones that nobody
// holds are removed.
#include "supervisor/kernel_cache.h"
#include "base/embedded.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/text.h"
#include "platform/private_folder.h"
#include "supervisor/kernel_folder.h"
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace atrous {
namespace {

namespace fs = std::filesystem;

/// Tells processors apart for which PoCL compiles differently: their name and what they can do.
std::string processor() {
    std::ifstream in("/proc/cpuinfo");
    std::uint64_t sum = hash_of("");
    for (std::string line; std::getline(in, line) && !line.empty();)
        if (line.starts_with("model name") || line.starts_with("flags") || line.starts_with("Features"))
            sum = hash_of(line, sum);
    char text[17] = "";
    return {text, std::to_chars(text, text + 16, sum, 16).ptr};
}

} // namespace

/// A place whose newest folder is used, and held until this is destroyed.
class KernelCache::Place {
  public:
    Place(int which, const std::string& name) : number(which) {
        const KernelPlace chosen = kernel_place(which, name);
        why_not = chosen.why_not;
        if (!why_not.empty()) return;
        top = chosen.folder;
        passing_ = chosen.passing;
        use_newest();
        if (folder.empty()) why_not = top.string() + ": no folder can be made in it, or locked";
    }
    ~Place() {
        if (lock_ >= 0) ::close(lock_);
        std::error_code bad;
        if (!passing_.empty() && ::getpid() == owner_) fs::remove_all(passing_, bad);
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    bool renew();
    bool renew_if_damaged();
    void check();

    const int number;
    std::string why_not{}; ///< empty: it is used
    fs::path top{}, folder{};

  private:
    bool use(int generation);
    void use_newest();

    fs::path passing_{};             ///< what goes at the end; empty: nothing
    const pid_t owner_ = ::getpid(); ///< workers have copies, whose end is not that of the run
    int generation_ = 0;
    int lock_ = -1;
};

/// Whether it is there, this user's alone, and held.
bool KernelCache::Place::use(int generation) {
    const fs::path one = top / std::to_string(generation);
    if (!make_private_folder(one).empty() || !why_not_private(one).empty()) return false;
    const int lock = hold_kernels(one);
    if (lock < 0)
        return ::rmdir(one.c_str()), false; // with nothing in it, it would only be one more the next time
    if (lock_ >= 0) ::close(lock_);
    lock_ = lock;
    generation_ = generation;
    folder = one;
    return true;
}

/// The highest one, or one above it where that is not ours alone, or goes away just now.
void KernelCache::Place::use_newest() {
    const std::vector<int> all = kernel_generations(top);
    const int newest = all.empty() ? 1 : all.back();
    if (!use(newest)) use(newest + 1);
}

bool KernelCache::Place::renew() {
    const int before = generation_;
    use_newest(); // another process may have begun it
    if (generation_ == before) use(before + 1);
    return generation_ != before;
}

bool KernelCache::Place::renew_if_damaged() {
    const fs::path damaged = damaged_kernel(folder);
    if (damaged.empty()) return false;
    log_warning("a compiled kernel is damaged, all are compiled anew: " + damaged.string());
    return renew();
}

/// Leaves what others or damage put there behind, and removes what nobody uses any longer.
void KernelCache::Place::check() {
    const fs::path foreign = foreign_file(folder);
    if (!foreign.empty()) {
        log_warning("a file of another user lies among compiled kernels, all are compiled anew: " +
                    foreign.string());
        renew();
    }
    renew_if_damaged();
    for (const int old : kernel_generations(top))
        if (old < generation_) remove_unused_kernels(top / std::to_string(old));
}

KernelCache::KernelCache() {
    const char* const chosen = std::getenv("POCL_CACHE_DIR");
    if (chosen && *chosen) return;
    std::vector<std::string> problems;
    if (!enter(0, problems))
        throw Error(Exit::no_device,
                    "there is no place for compiled kernels, which take some MiB: " + joined(problems, "; ") +
                        "; let XDG_CACHE_HOME or TMPDIR name a folder of your own with room");
    if (place_->number > 0)
        log_info("compiled kernels are kept in " + place_->top.parent_path().string() +
                 ": there is no home folder for them: " + joined(problems, "; "));
}

KernelCache::~KernelCache() = default;

/// Uses the first place from this one on that can be; else what is used stays. Adds why others cannot.
bool KernelCache::enter(int first, std::vector<std::string>& problems) {
    const std::string name = std::string("kernels-") + version() + "-" + processor();
    for (int number = first; number < kernel_places(); ++number) {
        auto place = std::make_unique<Place>(number, name);
        if (place->why_not.empty()) {
            place->check();
            place_ = std::move(place);
            return tell(), true;
        }
        problems.push_back(place->why_not);
    }
    return false;
}

/// PoCL, and the module (opencl/binaries.h).
void KernelCache::tell() const {
    ::setenv("POCL_CACHE_DIR", place_->folder.c_str(), 1);
    ::setenv("ATROUS_BINARIES", place_->folder.c_str(), 1);
}

bool KernelCache::renew() { return place_ && place_->renew() && (tell(), true); }

bool KernelCache::renew_if_damaged() { return place_ && place_->renew_if_damaged() && (tell(), true); }

bool KernelCache::leave_if_full() {
    if (!place_) return false;
    const std::string full = why_no_room(place_->folder);
    std::vector<std::string> problems;
    if (full.empty() || !enter(place_->number + 1, problems)) return false;
    log_warning("compiled kernels go on in " + place_->top.parent_path().string() + ": " + full);
    return true;
}

void KernelCache::remember() const {
    if (place_) note_kernels(place_->folder);
}

} // namespace atrous
