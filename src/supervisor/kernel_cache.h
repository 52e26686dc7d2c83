// Where PoCL keeps compiled kernels, and we those of drivers that keep none: a folder of ours per version and processor, whose
// files are checked before a driver reads them, since a damaged one ends the process, and another user's is his code.
#pragma once
#include <memory>
#include <string>
#include <vector>

namespace atrous {

class KernelCache {
  public:
    /// Chooses the folder and tells PoCL (POCL_CACHE_DIR) and the module (ATROUS_BINARIES), unless the user did; begins a new
    /// one where a file is not what it was. Below XDG_CACHE_HOME or ~/.cache, else a private folder below TMPDIR, else one in memory
    /// for this run, and says so. Throws an Error (no_device) where there is none.
    KernelCache();
    /// Removes a folder that was for this run alone, in the process that made it: workers, too, have one of these.
    ~KernelCache();
    KernelCache(const KernelCache&) = delete;
    KernelCache& operator=(const KernelCache&) = delete;
    /// Begins a new folder, for the processes that are started from now on; those that run keep theirs. Returns whether the
    /// folder is ours.
    bool renew();
    /// The same where a file is not what was noted of it.
    bool renew_if_damaged();
    /// Goes on in another place where the folder has no room left. Returns whether it did.
    bool leave_if_full();
    /// Notes sizes and sums of what is there now, after a run that ended well.
    void remember() const;

  private:
    class Place;
    bool enter(int first, std::vector<std::string>& problems);
    void tell() const;

    std::unique_ptr<Place> place_{}; ///< none: the user's own folder
};

} // namespace atrous
