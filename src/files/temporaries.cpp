// Lists temporary files at fixed addresses, so that a signal handler may read the list. A file is abandoned
// if its lock is free and its process has ended. For another machine's processes only its age counts, since
// locks over a network may be local. A claim is valid if the locked file still has its name: the previous
// owner may have removed it meanwhile.
#include "files/temporaries.h"
#include "base/hash.h"
#include "base/log.h"
#include "files/messages.h"
#include "platform/descriptor.h"
#include "platform/process.h"
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <mutex>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace atrous {
namespace {

constexpr std::string_view hidden_prefix = ".atrous-";

/// A file that exists.
struct Alive {
    std::atomic<bool> used{false};
    std::array<char, 4096> path{}; // PATH_MAX: a longer path cannot be opened
};
std::array<Alive, 1100> alive; // more than images in progress. Further files are not listed
std::mutex alive_lock;         // for changes of the list

/// Cuts a number and the sign before it off the end. Cuts and returns nothing if there is none.
template <class Number>
std::optional<Number> cut_number(std::string_view& text, char sign) {
    const std::size_t at = text.rfind(sign);
    Number number = 0;
    if (at == std::string_view::npos) return {};
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data() + at + 1, end, number);
    if (problem != std::errc() || stop != end) return {};
    text = text.substr(0, at);
    return number;
}

constexpr std::time_t quiet = 3600; // seconds

bool is_gone(const TemporaryOwner& owner) { return ::kill(owner.process, 0) != 0 && errno == ESRCH; }

/// True if another process has its number now: systems with few numbers reuse them soon.
bool is_another(const TemporaryOwner& owner) {
    const std::uint64_t start = process_start(owner.process);
    return owner.start != 0 && start != 0 && start != owner.start;
}

bool is_quiet(int file) {
    struct stat info {};
    return ::fstat(file, &info) == 0 && std::time(nullptr) - info.st_mtime > quiet;
}

/// True if the hidden file, opened, may go.
bool is_left(const std::string& name, int file) {
    const Lock lock = lock_file(file); // of a claim that is alive it is held
    if (lock == Lock::held_elsewhere) return false;
    if (is_claim(name)) return lock == Lock::taken && is_claim(file);
    const auto owner = owner_of(name);
    if (!owner) return false;
    if (owner->host == host_name() && is_gone(*owner)) return true;
    // Containers may share a host's name, so the lock decides.
    if (owner->host == host_name()) return is_another(*owner) && (lock == Lock::taken || is_quiet(file));
    return lock == Lock::taken && is_quiet(file);
}

constexpr std::string_view claim_prefix = ".atrous-claim-";

/// A file of other origin: the work may be done twice, but their file stays untouched.
OutputLock::Answer no_claim(const fs::path& path) {
    log_verbose(message(messages::claim_is_file, path));
    return {};
}

/// Eight digits.
std::string hash_text(const std::string& name) {
    std::array<char, 9> digits{};
    std::snprintf(digits.data(), digits.size(), "%08x", std::uint32_t(hash_of(name)));
    return digits.data();
}

} // namespace

const std::string& host_name() {
    static const std::string name = [] {
        std::array<char, 256> host{};
        if (::gethostname(host.data(), host.size() - 1) != 0) return std::string("unknown");
        std::string text(host.data());
        for (char& c : text)
            if (c == '/' || c == '.' || static_cast<unsigned char>(c) <= ' ') c = '_';
        return text;
    }();
    return name;
}

std::string temporary_name(const TemporaryOwner& owner, unsigned count, const std::string& extension) {
    const std::string name = std::string(hidden_prefix) + owner.host + "-" + std::to_string(owner.process) +
                             "@" + std::to_string(owner.start) + "-" + std::to_string(count);
    return name + "-" + hash_text(name + extension) + extension;
}

fs::path temporary_name(const fs::path& target) {
    static std::atomic<unsigned> count{0};
    const int process = ::getpid(); // asked each time, since a fork changes it
    return target.parent_path() / temporary_name({host_name(), process, process_start(process)}, ++count,
                                                 target.extension().string());
}

std::optional<TemporaryOwner> owner_of(std::string_view name) {
    if (!name.starts_with(hidden_prefix)) return {};
    const std::string extension(
        name.substr(std::min(name.size(), name.find('.', 1)))); // hosts have no dot here
    name.remove_suffix(extension.size());
    const std::size_t hash = std::min(name.size(), name.rfind('-'));
    if (name.substr(hash) != "-" + hash_text(std::string(name.substr(0, hash)) + extension)) return {};
    name = name.substr(0, hash);
    const auto count = cut_number<unsigned>(name, '-');
    const auto start = cut_number<std::uint64_t>(name, '@');
    const auto process = cut_number<int>(name, '-');
    if (!count || !start || !process || *process <= 0 || name.size() < hidden_prefix.size()) return {};
    return TemporaryOwner{std::string(name.substr(hidden_prefix.size())), *process, *start};
}

int make_temporary(const fs::path& target, fs::path& path) {
    constexpr int attempts = 10; // some file systems give a file a new number at each look
    for (int i = 0;; ++i) {
        path = temporary_name(target);
        const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file < 0 && errno == EEXIST) continue;
        if (file < 0) return file;
        remember_file(path);
        // Until it is locked, a process that cannot see ours (from another container) may take it for an
        // abandoned file. Without locks, the name is the only evidence of its owner.
        const Lock lock = lock_file(file);
        const bool ours = lock == Lock::unknown || (lock == Lock::taken && has_that_name(file, path));
        if (ours || i >= attempts) return file;
        ::unlink(path.c_str());
        forget_file(path);
        ::close(file);
    }
}

void remember_file(const fs::path& path) {
    const std::lock_guard guard(alive_lock);
    const std::string& name = path.native();
    for (Alive& place : alive) {
        if (place.used || name.size() >= place.path.size()) continue;
        std::copy_n(name.c_str(), name.size() + 1, place.path.begin());
        place.used = true;
        return;
    }
}

void forget_file(const fs::path& path) {
    const std::lock_guard guard(alive_lock);
    for (Alive& place : alive)
        if (place.used && path.native() == place.path.data()) place.used = false;
}

void remove_temporaries() {
    for (const Alive& place : alive)
        if (place.used) ::unlink(place.path.data());
}

int remove_stale(const fs::path& folder) {
    int removed = 0;
    std::error_code ec;
    for (fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, ec), end; !ec && entry != end;
         entry.increment(ec)) {
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

bool is_claim(std::string_view name) { return name.starts_with(claim_prefix); }
bool is_claim(int file) {
    struct stat info {};
    return ::fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_size == 0;
}

OutputLock::~OutputLock() {
    ::unlink(path_.c_str());
    forget_file(path_);
    ::close(file_);
}

OutputLock::Answer OutputLock::ask(const fs::path& target) {
    const fs::path path = target.parent_path() / (std::string(claim_prefix) + target.filename().string());
    constexpr int attempts = 100; // each is one claim of another that ended between two calls
    int looks = 5;                // a search for abandoned files holds a claim's lock for a moment, too
    for (int i = 0; i < attempts; ++i) {
        constexpr int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
        const int file = ::open(path.c_str(), flags, 0666);
        if (file < 0 && errno == ELOOP) return no_claim(path); // a link may lead anywhere
        if (file < 0) return {};
        if (!is_claim(file)) return ::close(file), no_claim(path);
        const Lock lock = lock_file(file);
        if (lock == Lock::taken && has_that_name(file, path)) {
            remember_file(path);
            return {std::shared_ptr<const OutputLock>(new OutputLock(path, file))};
        }
        ::close(file);
        if (lock == Lock::unknown) return ::unlink(path.c_str()), Answer{};
        if (lock == Lock::held_elsewhere && --looks == 0) return {nullptr, true};
        if (lock == Lock::held_elsewhere) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return {};
}

} // namespace atrous
