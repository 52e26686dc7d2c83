// The module's entry: finds the command that the program asks for.
#include "app/start/module.h"
#include "app/bench/bench.h"
#include "app/cli/guarded.h"
#include "app/compare/compare.h"
#include "app/denoise/denoise.h"
#include "app/devices/devices.h"
#include "app/enhance/enhance.h"
#include "app/probe/probe.h"
#include "app/report/report.h"
#include "app/scale/scale.h"
#include "app/verify/verify.h"
#include "base/embedded.h"
#include "base/error.h"
#include "base/file.h"
#include "system/huge_pages.h"

namespace atrous {
namespace {

struct Command {
    const char* name;
    int (*run)(const std::vector<std::string>&);
};

constexpr Command commands[] = {
#if ATROUS_IO
    {"enhance", run_enhance},
    {"denoise", run_denoise},
    {"scale", run_scale},
    {"probe", run_probe},
    {"compare", run_compare},
    {"verify", run_verify},
    {last_report_command, run_last_report},
#endif
    {"devices", run_devices},
    {"bench", run_bench},
};

int run(const ModuleCall& call) {
    for (const Command& command : commands)
        if (call.command == command.name) return command.run(call.arguments);
    throw Error(Exit::internal, "the module has no command " + call.command);
}

} // namespace
} // namespace atrous

const char* atrous_module_version() {
    static const std::string text = atrous::version();
    return text.c_str();
}

int atrous_module(const atrous::ModuleCall& call) {
    atrous::give_large_blocks_back();
    atrous::work_under(call.supervision);
    atrous::hold_texts(call.texts);
    const int code = atrous::guarded([&] { return atrous::run(call); });
    atrous::report_end(code);
    return code;
}
