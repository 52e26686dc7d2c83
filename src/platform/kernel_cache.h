// Sets the folder in which PoCL keeps compiled kernels, and atrous the kernels of drivers that keep none
// (opencl/programs.cpp). Its files are loaded as code, so other users must not be able to write to it.
#pragma once
#include <filesystem>
#include <sys/types.h>

namespace atrous {

class KernelCache {
  public:
    enum class Use {
        run, ///< kernels-VERSION-PROCESSOR below XDG_CACHE_HOME or ~/.cache, otherwise one for this run only
        tuning, ///< a folder for one run only is refused
        library ///< PoCL's folder, otherwise one for this process only
    };
    /// Chooses the folder and sets POCL_CACHE_DIR to it, unless the user did or it is PoCL's. Folders for one
    /// run are below TMPDIR. Throws an Error (no_device) if there is none.
    explicit KernelCache(Use use);
    /// Sets POCL_CACHE_DIR to a folder for this run only, with the device records of a folder whose kernels
    /// may be damaged.
    explicit KernelCache(const std::filesystem::path& damaged);
    /// Removes a folder for this run only, except in worker processes, which have a copy of this object.
    ~KernelCache();
    KernelCache(const KernelCache&) = delete;
    KernelCache& operator=(const KernelCache&) = delete;

  private:
    const pid_t owner_;
    std::filesystem::path temporary_{}; ///< empty: the folder stays
};

} // namespace atrous
