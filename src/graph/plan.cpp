// Names of stages, passes and ports.
#include "graph/plan.h"
#include <algorithm>

namespace atrous {
namespace {

int find_port(const std::vector<Port>& ports, std::string_view name) {
    const auto at = std::ranges::find(ports, name, &Port::name);
    return at == ports.end() ? -1 : at->buffer;
}

} // namespace

const char* to_string(Stage stage) {
    constexpr const char* names[] = {"setup",   "enter",  "search", "level", "noise",
                                     "denoise", "upward", "leave",  "copy"};
    return names[int(stage)];
}

std::string name_of(const Pass& pass) {
    if (const auto* launch = std::get_if<KernelLaunch>(&pass.operation)) return launch->kernel;
    return std::holds_alternative<Norm>(pass.operation) ? "norm" : "copy";
}

int Plan::input(std::string_view name) const { return find_port(inputs, name); }
int Plan::output(std::string_view name) const { return find_port(outputs, name); }

std::size_t Plan::output_bytes(std::string_view name) const {
    const int buffer = output(name);
    return buffer < 0 ? 0 : buffers[std::size_t(buffer)].bytes;
}

} // namespace atrous
