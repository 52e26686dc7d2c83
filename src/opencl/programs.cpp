// Compiles kernels and keeps them, since compiling costs more than a frame.
#include "base/embedded.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/size.h"
#include "base/text.h"
#include "opencl/device_record.h"
#include "opencl/messages.h"
#include "opencl/programs_cl.h"
#include "platform/faults.h"
#include "platform/linker.h"
#include "platform/messages.h"
#include "platform/private_folder.h"
#include <chrono>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string>
#include <utility>

namespace atrous {
namespace {

std::string read_kernel(const std::string& name) {
    if (const char* folder = std::getenv("ATROUS_KERNEL_DIR")) {
        const std::string path = std::string(folder) + "/" + name;
        try {
            if (auto text = read_text(path)) return *text;
        } catch (const Error& error) { // no image's own
            throw internal_error(error.message.about("ATROUS_KERNEL_DIR"));
        }
        throw internal_error(messages::kernel_file, path);
    }
    const std::string* text = embedded(name);
    if (!text) throw internal_error(messages::kernel_missing, name);
    return *text;
}

void append(const std::string& name, std::set<std::string>& seen, std::string& out) {
    if (!seen.insert(name).second) return;
    static const std::string include = "#include \"";
    std::istringstream lines(read_kernel(name));
    int number = 0;
    out += "#line 1 \"" + name + "\"\n";
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.starts_with(include)) {
            append(line.substr(include.size(), line.rfind('"') - include.size()), seen, out);
            line = "#line " + std::to_string(number + 1) + " \"" + name + "\"";
        }
        out += line + "\n";
    }
}

/// The text of kernel file `name` with its includes in place, each once, led by #line directives so that the
/// compiler's messages name the real file. Throws an internal error if a file is missing.
std::string kernel_source(const std::string& name) {
    std::set<std::string> seen;
    std::string out;
    append(name, seen, out);
    return out;
}

// -w: drivers print a count of warnings on stderr. Developers see warnings under oclgrind and other
// compilers.
constexpr const char* build_options =
    "-w -cl-std=CL1.2 -cl-mad-enable -cl-no-signed-zeros -cl-denorms-are-zero";

/// Drivers that keep compiled programs themselves, by words in the names of their platforms.
constexpr const char* keeping_platforms[] = {"Portable Computing Language", "NVIDIA"};

/// Returns the folder for compiled programs of this device, empty if its driver keeps them.
std::filesystem::path binaries_folder(const cl::Device& device) {
    const char* const folder = std::getenv("POCL_CACHE_DIR");
    if (!folder) return {};
    if (!requested(Fault::binaries_of_all).empty()) return folder;
    const std::string platform =
        cl::Platform(device.getInfo<CL_DEVICE_PLATFORM>()).getInfo<CL_PLATFORM_NAME>();
    for (const char* keeping : keeping_platforms)
        if (platform.find(keeping) != std::string::npos) return {};
    return folder;
}

/// The device, driver and options for which a binary is valid.
std::string identity_of(const cl::Device& device) {
    const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
    return platform.getInfo<CL_PLATFORM_VERSION>() + "\n" + device.getInfo<CL_DEVICE_NAME>() + "\n" +
           device.getInfo<CL_DEVICE_VERSION>() + "\n" + device.getInfo<CL_DRIVER_VERSION>() + "\n";
}

/// True for PoCL 3.1, whose compiler reads kernels/atrous/builtins.h instead of its own header, whose guard
/// is then defined.
bool is_pocl_3_1(const cl::Device& device) {
    const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
    return platform.getInfo<CL_PLATFORM_VERSION>().find(" PoCL 3.1") != std::string::npos;
}

/// Throws an error (no_device) if PoCL has no compiled kernel yet and cannot link any: without ld, PoCL 3.1
/// aborts the process.
void check_linker() {
    const char* const chosen = std::getenv("POCL_CACHE_DIR");
    const std::filesystem::path cache = folder_in("XDG_CACHE_HOME"), home = folder_in("HOME") / ".cache";
    const std::filesystem::path folder =
        chosen ? std::filesystem::path(chosen) : (cache.empty() ? home : cache) / "pocl/kcache";
    std::error_code ec;
    for (std::filesystem::recursive_directory_iterator entry(folder, ec), end; !ec && entry != end;
         entry.increment(ec))
        if (entry->path().extension() == ".so") return;
    if (const std::string problem = linker_problem(); !problem.empty())
        throw Error(Exit::no_device, message(messages::linker_missing, problem));
}

/// Throws an internal error if the disk of compiled kernels is full, which PoCL reports like an error in a kernel.
void check_disk() {
    constexpr std::uintmax_t min_bytes = 2 << 20;
    const char* const folder = std::getenv("POCL_CACHE_DIR");
    std::error_code ec;
    if (!folder || std::filesystem::space(folder, ec).available >= min_bytes || ec) return;
    throw internal_error(messages::kernel_cache_full, folder, format_bytes(min_bytes));
}

} // namespace

SharedPrograms& shared_programs(const cl::Device& device) {
    // Never destroyed, because drivers may already be unloaded when static objects are destroyed.
    static std::mutex& guard = *new std::mutex;
    static auto& all = *new std::map<cl_device_id, SharedPrograms>;
    const std::scoped_lock lock(guard);
    SharedPrograms& its = all[device()];
    if (!its.context()) its.context = cl::Context(device);
    return its;
}

double Programs::take_compile_ms() { return std::exchange(compile_ms_, 0); }

std::filesystem::path Programs::binary_file(const std::string& key) const {
    return binaries_ / ("binary-" + std::to_string(hash_of(identity_ + key)));
}

/// Loads a program that an earlier run has compiled. Returns nothing if there is none, or the driver does not
/// accept it.
std::optional<cl::Program> Programs::kept_program(const std::string& key, const std::string& options) const {
    const auto binary = binaries_.empty() ? std::nullopt : read_file(binary_file(key));
    if (!binary) return {};
    try {
        cl::Program program(shared_.context, {device_}, {{binary->begin(), binary->end()}});
        program.build({device_}, options.c_str());
        log_verbose(message(messages::kernel_kept));
        return program;
    } catch (const cl::Error&) {
        return {};
    }
}

/// Keeps a compiled program for later runs. If that fails, they compile it again. Drivers that keep programs
/// themselves are not asked for binaries: PoCL 3.1 would compile each kernel a second time, for work-groups
/// of any size.
void Programs::keep(const std::string& key, const cl::Program& program) const try {
    if (binaries_.empty()) return;
    const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
    if (binaries.size() != 1 || binaries[0].empty()) return;
    const auto* const bytes = reinterpret_cast<const char*>(binaries[0].data());
    write_whole(binary_file(key), {bytes, binaries[0].size()});
} catch (const cl::Error&) { // a driver without binaries
}

cl::Program Programs::program(const std::string& file, const std::string& options) {
    const std::string source = builtins_ + kernel_source(file), key = options + "\n" + source;
    const std::scoped_lock lock(shared_.guard);
    if (const auto known = shared_.programs.find(key); known != shared_.programs.end()) return known->second;
    if (auto kept = kept_program(key, options))
        return shared_.programs.emplace(key, std::move(*kept)).first->second;
    cl::Program program(shared_.context, source);
    try {
        program.build({device_}, options.c_str());
    } catch (const cl::Error& error) {
        check_disk();
        throw internal_error(messages::kernel_build, file, options, device_name_, explain(error),
                             program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device_));
    }
    // NVIDIA's compiler reports registers, stack and spills with -cl-nv-verbose.
    if (const auto output = trimmed(program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device_)); !output.empty())
        log_verbose(message(messages::kernel_log, file, output));
    keep(key, program);
    return shared_.programs.emplace(key, std::move(program)).first->second;
}

Programs::Programs(SharedPrograms& shared, const cl::Device& device, const std::string& device_name)
    : shared_(shared), device_(device), device_name_(device_name), binaries_(binaries_folder(device)),
      identity_(identity_of(device)), options_(build_options) {
    if (is_pocl_3_1(device)) {
        check_linker();
        builtins_ = kernel_source("atrous/builtins.h");
        options_ += " -D_OPENCL_H_";
    }
    if (const char* more = std::getenv("ATROUS_KERNEL_OPTIONS")) options_ += std::string(" ") + more;
}

cl::Kernel Programs::made(const KernelLaunch& launch, const std::string& options) {
    try {
        return {program(launch.file, options), launch.kernel.c_str()};
    } catch (const cl::Error& error) {
        if (error.err() != CL_INVALID_KERNEL_NAME) throw;
        // The compiled program that the driver keeps is damaged. It keeps others for other options.
        return {program(launch.file, options + " -DCOMPILED_AGAIN"), launch.kernel.c_str()};
    }
}

cl::Kernel& Programs::kernel(const KernelLaunch& launch) {
    std::string options = options_;
    for (const auto& define : launch.defines) options += (define.starts_with('-') ? " " : " -D") + define;
    const std::string key = launch.kernel + " " + options;
    auto known = kernels_.find(key);
    if (known == kernels_.end()) {
        const auto start = std::chrono::steady_clock::now();
        cl::Kernel kernel = made(launch, options);
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        compile_ms_ += took.count();
        known = kernels_.emplace(key, std::move(kernel)).first;
    }
    check_group(known->second, launch);
    return known->second;
}

bool Programs::needs_compile(const Plan& plan) {
    bool news = false;
    for (const Pass& pass : plan.passes) {
        const auto* const launch = std::get_if<KernelLaunch>(&pass.operation);
        if (!launch) continue;
        std::string key =
            launch->kernel + " " + std::to_string(launch->local[0]) + "x" + std::to_string(launch->local[1]);
        for (const auto& define : launch->defines) key += " " + define;
        news |= launched_.insert(std::move(key)).second;
    }
    return news;
}

void Programs::check_group(const cl::Kernel& kernel, const KernelLaunch& launch) const {
    const std::size_t group = launch.local[0] * launch.local[1];
    const auto most = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device_);
    if (group > most) throw internal_error(messages::kernel_group, launch.kernel, group, most, device_name_);
}

} // namespace atrous
