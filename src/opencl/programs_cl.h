// Compiles kernels once per set of macros, for the files of src/opencl only.
#pragma once
#include "graph/plan.h"
#include "opencl/device_cl.h"
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>

namespace atrous {

/// Context and programs that all engines on one device share until the process ends, so that a second engine compiles
/// nothing. Kernels belong to each engine, because they carry arguments.
struct SharedPrograms {
    cl::Context context;
    std::mutex guard;                            ///< protects the members below
    std::map<std::string, cl::Program> programs; ///< by options and source
};
/// Returns the shared programs of this device. Makes a context if there is none.
SharedPrograms& shared_programs(const cl::Device& device);

class Programs {
  public:
    /// ATROUS_KERNEL_OPTIONS in the environment adds options for the compiler of kernels.
    Programs(SharedPrograms& shared, const cl::Device& device, const std::string& device_name);
    /// The kernel of a launch. Throws an internal error with the compiler's log if it does not compile, and if the
    /// device allows no work-group of that size for it.
    cl::Kernel& kernel(const KernelLaunch& launch);
    /// True if a kernel of the plan was not launched before with its work-group: drivers compile much of it
    /// at the launch.
    bool needs_compile(const Plan& plan);
    /// Wall time in milliseconds that compiling took since the last call.
    double take_compile_ms();

  private:
    cl::Kernel made(const KernelLaunch& launch, const std::string& options);
    cl::Program program(const std::string& file, const std::string& options);
    std::filesystem::path binary_file(const std::string& key) const;
    std::optional<cl::Program> kept_program(const std::string& key, const std::string& options) const;
    void keep(const std::string& key, const cl::Program& program) const;
    void check_group(const cl::Kernel& kernel, const KernelLaunch& launch) const;

    SharedPrograms& shared_;
    cl::Device device_;
    std::string device_name_;
    std::filesystem::path binaries_; // of compiled programs (empty: the driver keeps them)
    std::string identity_;           // of device and driver
    std::string builtins_;           // declarations before each program (empty: the driver has its own)
    std::string options_;            // of the compiler, for all kernels
    std::map<std::string, cl::Kernel> kernels_;
    std::set<std::string> launched_;
    double compile_ms_ = 0;
};

} // namespace atrous
