// Where PoCL keeps compiled kernels, and we those of drivers that keep none: a folder of ours per version and processor, whose
// files are checked before a driver reads them, since a damaged one ends the process.
#pragma once
#include <filesystem>
#include <string>

namespace atrous {

class KernelCache {
  public:
    /// Chooses the folder and tells PoCL (POCL_CACHE_DIR) and the module (ATROUS_BINARIES), unless the user did; begins a new
    /// one where a file is not what it was. Below XDG_CACHE_HOME or ~/.cache, else a private folder below TMPDIR, and says so.
    KernelCache();
    /// Removes a folder that was for this run alone.
    ~KernelCache();
    KernelCache(const KernelCache&) = delete;
    KernelCache& operator=(const KernelCache&) = delete;
    /// Begins a new folder, for the processes that are started from now on; those that run keep theirs. Returns whether the
    /// folder is ours.
    bool renew();
    /// Notes sizes and sums of what is there now, after a run that ended well.
    void remember() const;

  private:
    void use(int generation);

    std::filesystem::path top_{}, folder_{}; ///< empty: the user's, or none
    std::filesystem::path passing_{};        ///< what goes at the end; empty: nothing
    int generation_ = 0;
};

} // namespace atrous
