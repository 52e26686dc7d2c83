// Proxies: names, and copies of results that are scaled.
#include "batch/scaling/proxy.h"
#include "base/error.h"
#include "batch/pipeline/frame.h"
#include "batch/plan/job.h"
#include "batch/scaling/scale_file.h"
#include "platform/standard_streams.h"
#include "supervisor/protocol/worker_protocol.h"
#include <map>

namespace atrous {

namespace fs = std::filesystem;

fs::path proxy_path(const ProxyOptions& options, const fs::path& output, const fs::path& root) {
    if (options.folder.empty()) return with_ending(output, proxy_ending);
    const fs::path folder =
        root.empty() ? options.folder : options.folder / fs::relative(output.parent_path(), root);
    return folder.lexically_normal() / output.filename();
}

void check_proxies(const SessionOptions& options, const OutputPlan& plan) {
    if (!options.proxy) return;
    Identities identity;
    std::map<std::string, std::string> taken; // file -> what it is
    for (const Job& job : plan.jobs) {
        for (const RoleFile& input : job.inputs)
            taken.emplace(identity(input.path), "the input " + input.path.string());
        for (const RoleFile& output : job.outputs)
            taken.emplace(identity(output.path), "the output of " + job.input().string());
    }
    for (const Job& job : plan.jobs) {
        if (job.outputs.empty()) continue;
        if (is_standard_output(job.output()) && options.proxy->folder.empty())
            throw usage_error(
                "--proxy: the standard output has no name, beside which a copy could be; name its "
                "folder, like --proxy 8:small");
        const fs::path path = proxy_path(*options.proxy, job.output(), plan.folder);
        const std::string what = "--proxy of " + job.input().string();
        const auto [at, is_new] = taken.emplace(identity(path), what);
        if (!is_new)
            throw usage_error(what + " would be written to " + path.string() + ", which is " + at->second +
                              "; give proxies another folder, or outputs other names");
    }
}

bool keeps_companions(const SessionOptions& options) {
    return options.batch.skip_existing || (resumed().begun && !options.overwrite);
}

void add_proxy(Engine& engine, const SessionOptions& options, const fs::path& root, Frame& frame,
               const MemoryLimits& limits) {
    if (!options.proxy || frame.results.empty()) return;
    ImageFile copy = copy_of(frame.results.front());
    copy.appended = nullptr; // it is there to be small
    ScaleRequest request;
    request.factor = options.proxy->factor;
    with_context(frame.job().input().string(),
                 [&] { return scale_file(engine, request, copy, limits).size(); });
    encode_companion(copy, proxy_path(*options.proxy, frame.job().output(), root),
                     {companion_options(options), keeps_companions(options)}, frame.companions);
}

} // namespace atrous
