// Resolves paths with a cache, since resolving one takes some ten system calls for each of its parts, and
// most files of a run are in the same folder as the file before.
#include "batch/plan/job.h"
#include "platform/standard_streams.h"
#include <sys/stat.h>

namespace atrous {
namespace {

bool is_link(const fs::path& path) {
    struct stat info {};
    return ::lstat(path.c_str(), &info) == 0 && S_ISLNK(info.st_mode);
}

} // namespace

std::string identity(const fs::path& path) {
    if (is_standard_input(path) || is_standard_output(path)) return path.string();
    std::error_code ec;
    const fs::path real = fs::weakly_canonical(fs::absolute(path), ec);
    return (ec ? fs::absolute(path).lexically_normal() : real).string();
}

bool is_one_file(const fs::path& a, const fs::path& b) {
    const auto is_stream = [](const fs::path& path) {
        return is_standard_input(path) || is_standard_output(path);
    };
    if (is_stream(a) || is_stream(b)) return false;
    struct stat of_a {
    }, of_b{};
    const bool has_a = ::stat(a.c_str(), &of_a) == 0, has_b = ::stat(b.c_str(), &of_b) == 0;
    if (has_a != has_b || of_a.st_dev != of_b.st_dev || of_a.st_ino != of_b.st_ino) return false;
    return (has_a && of_a.st_nlink == 1) || identity(a) == identity(b);
}

const std::string& Identities::of_folder(const fs::path& path) {
    const fs::path folder = path.parent_path();
    const auto [at, is_new] = folders_.try_emplace(folder.native());
    if (is_new) at->second = identity(folder.empty() ? "." : folder);
    return at->second;
}

std::string Identities::operator()(const fs::path& path) {
    const std::string name = path.filename().native();
    const bool is_name = !name.empty() && name != "." && name != ".." && !name.starts_with(standard_stream);
    if (!is_name || is_link(path)) return identity(path);
    const std::string& folder = of_folder(path);
    return folder + (folder.ends_with('/') ? "" : "/") + name;
}

} // namespace atrous
