// Other processes may write into the folder at any time, so folders go only as long as they are empty.
#include "batch/failed_folder.h"
#include <algorithm>
#include <fstream>
#include <vector>

namespace atrous {
namespace {

namespace fs = std::filesystem;

bool is_of_run_alone(const fs::path& log, const std::string& run) {
    std::ifstream in(log, std::ios::binary);
    for (std::string line; std::getline(in, line);)
        if (line.find(run) == std::string::npos) return false;
    return true;
}

/// The folders in one, and itself, those inside first; nothing where it has a file other than `log`.
std::vector<fs::path> emptied_folders(const fs::path& folder, const fs::path& log) {
    std::vector<fs::path> folders{folder};
    std::error_code bad;
    for (fs::recursive_directory_iterator entry(folder, bad), end; !bad && entry != end;
         entry.increment(bad)) {
        const bool is_folder = entry->is_directory(bad) && !entry->is_symlink(bad);
        if (!is_folder && entry->path() != log) return {};
        if (is_folder) folders.push_back(entry->path());
    }
    std::ranges::reverse(folders);
    return bad ? std::vector<fs::path>{} : folders;
}

} // namespace

void remove_failed_folder(const OutputPlan& plan, const fs::path& log, const std::string& run) {
    if (plan.fresh.empty()) return;
    std::vector<fs::path> folders = emptied_folders(plan.fresh, log);
    if (folders.empty() || !is_of_run_alone(log, run)) return;
    std::error_code bad;
    fs::remove(log, bad);
    for (const fs::path& folder : folders) fs::remove(folder, bad);
}

} // namespace atrous
