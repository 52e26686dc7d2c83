// Implements the module's entry, which finds and runs the program's command.
#include "supervisor/module.h"
#include "base/embedded.h"
#include "base/error.h"
#include "base/file.h"
#include "cli/exit_code.h"
#include "cli/tables.h"
#include "platform/huge_pages.h"
#include "supervisor/messages.h"

namespace atrous {
namespace {

struct Command {
    const char* name;
    int (*run)(const CommandCall&);
};

constexpr Command commands[] = {
#if ATROUS_IO
#define ATROUS_COMMAND_ROW(name, ...) {#name, run_##name},
    ATROUS_IO_COMMANDS(ATROUS_COMMAND_ROW)
#endif
        {"devices", run_devices},
    {"bench", run_bench},
};

int run(const ModuleCall& call) {
    for (const Command& command : commands)
        if (call.command == command.name) return command.run(call.run);
    throw internal_error(messages::command_not_in_module, call.command);
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
    atrous::set_report_log(call.report_log);
    const int code = atrous::guarded([&] { return atrous::run(call); });
    atrous::report_end(code);
    return code;
}
