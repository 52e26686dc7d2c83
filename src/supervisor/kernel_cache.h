// Sets the folder in which PoCL keeps compiled kernels, and atrous the kernels of drivers that keep none
// (opencl/programs.cpp). Its files are loaded as code, so other users must not be able to write to it.
#pragma once
#include <filesystem>
#include <sys/types.h>

namespace atrous {

class KernelCache {
  public:
    /// Chooses the folder and sets POCL_CACHE_DIR to it, unless the user did. The folder is kernels-VERSION-PROCESSOR below XDG_CACHE_HOME or ~/.cache, or one below TMPDIR for this run only.
    /// Throws an Error (no_device) if neither can be used.
    KernelCache();
    /// Removes a folder for this run only, except in worker processes, which have a copy of this object.
    ~KernelCache();
    KernelCache(const KernelCache&) = delete;
    KernelCache& operator=(const KernelCache&) = delete;

  private:
    std::filesystem::path temporary_{}; ///< empty: the folder stays
    const pid_t owner_;
};

} // namespace atrous
