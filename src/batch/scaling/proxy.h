// Small copies beside outputs (--proxy), made of the result without reading it again.
#pragma once
#include "batch/pipeline/batch.h"
#include "batch/pipeline/frame.h"
#include "filters/atrous/regions.h"
#include "opencl/engine.h"

namespace atrous {

/// Where the proxy of an output goes: beside it as STEM_proxy, or into the option's folder, which mirrors `root`.
std::filesystem::path proxy_path(const ProxyOptions& options, const std::filesystem::path& output,
                                 const std::filesystem::path& root);

/// Throws a usage error for a proxy that would be written into another file of the run.
void check_proxies(const SessionOptions& options, const OutputPlan& plan);

/// Adds the proxy of a frame that was processed to its companions, where one is asked for. Throws the errors of scale_file().
void add_proxy(Engine& engine, const SessionOptions& options, const std::filesystem::path& root, Frame& frame,
               const MemoryLimits& limits);

} // namespace atrous
