// By the type of the file system and the folder's flags. Only ASCII letters are compared, which cameras and most programs use.
#include "batch/plan/letter_case.h"
#include "base/text.h"
#include <algorithm>
#include <fcntl.h>
#include <linux/fs.h>
#include <map>
#include <string>
#include <sys/ioctl.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace atrous {
namespace {

namespace fs = std::filesystem;

/// FAT, exFAT, HFS+, SMB of both generations: unless they are mounted in an unusual way.
constexpr unsigned folding_systems[] = {0x4d44, 0x2011bab0, 0x482b, 0xff534d42, 0xfe534d42};

bool has_folding_flag(const fs::path& folder) {
    const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return false;
    int flags = 0;
    const bool known = ::ioctl(file, FS_IOC_GETFLAGS, &flags) == 0;
    ::close(file);
    return known && (flags & FS_CASEFOLD_FL) != 0;
}

} // namespace

bool folds_case(const fs::path& folder) {
    std::error_code bad;
    fs::path existing = fs::absolute(folder, bad);
    while (!fs::exists(existing, bad) && existing != existing.parent_path())
        existing = existing.parent_path();
    struct statfs system {};
    if (::statfs(existing.c_str(), &system) != 0) return false;
    return std::ranges::count(folding_systems, unsigned(system.f_type)) > 0 || has_folding_flag(existing);
}

void refuse_other_cases(std::vector<Job>& jobs) {
    std::map<std::string, std::vector<Job*>> by_name;
    for (Job& job : jobs)
        if (!job.outputs.empty()) by_name[lower(job.output().lexically_normal().string())].push_back(&job);
    for (const auto& [name, same] : by_name) {
        const Job* const first =
            *std::ranges::min_element(same, {}, [](const Job* job) { return job->output().string(); });
        for (Job* job : same)
            if (job->output() != first->output())
                job->refused =
                    job->input().string() + ": its output " + job->output().string() + " and that of " +
                    first->input().string() +
                    " differ in case alone, which this folder does not tell apart; give this one a name of "
                    "its own";
    }
}

} // namespace atrous
