// The program `atrous`: finds the subcommand and turns errors into exit codes.
#include "app/banks/banks.h"
#include "app/bench/bench.h"
#include "app/cli/suggest.h"
#include "app/compare/compare.h"
#include "app/denoise/denoise.h"
#include "app/devices/devices.h"
#include "app/enhance/enhance.h"
#include "app/verify/verify.h"
#include "base/embedded.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include <array>
#include <iostream>
#include <new>

namespace atrous {
namespace {

using Arguments = std::vector<std::string>;

struct Command {
    const char* name;
    const char* summary;
    int (*run)(const Arguments&);
};

constexpr std::array commands {
#if ATROUS_IO
    Command{"enhance", "local contrast, sharpening and denoising of photographs", run_enhance},
        Command{"denoise", "renders and sequences of them, guided by their AOVs", run_denoise},
        Command{"compare", "error metrics of pictures and sequences against references", run_compare},
        Command{"verify", "whether all outputs of a log are there, and whole", run_verify},
#endif
        Command{"devices", "OpenCL devices, and what atrous would use", run_devices},
        Command{"banks", "local-memory layouts and bank conflicts", run_banks},
        Command{"bench", "times every schedule on a device, with tables and plots", run_bench},
};

std::string overview() {
    std::string out = "usage: atrous COMMAND [options] ...\n\n"
                      "Edge-avoiding a-trous wavelets for folders of images, on any OpenCL device.\n\n";
    for (const auto& command : commands) {
        std::string name = command.name;
        name.resize(10, ' ');
        out += "  " + name + command.summary + "\n";
    }
    return out +
           "\n'atrous help COMMAND' or 'atrous COMMAND --help' explains a command; 'atrous --version'.\n";
}

const Command& find_command(const std::string& name) {
    Arguments names;
    for (const auto& command : commands) {
        if (name == command.name) return command;
        names.emplace_back(command.name);
    }
    const std::string near = nearest(name, names);
    throw usage_error("unknown command '" + name + "'; " +
                      (near.empty() ? "there are " + joined(names) : "did you mean " + near + "?"));
}

int dispatch(Arguments arguments) {
    if (arguments.empty()) throw usage_error("no command given\n\n" + overview());
    const std::string name = arguments[0];
    arguments.erase(arguments.begin());
    if (name == "--version") return std::cout << "atrous " << version() << '\n', 0;
    const bool help = name == "--help" || name == "-h" || name == "help";
    if (help && arguments.empty()) return std::cout << overview(), 0;
    return help ? find_command(arguments[0]).run({"--help"}) : find_command(name).run(arguments);
}

/// Data that cannot be written (a full disk) is a failure, seen only when what is buffered is written.
int with_stdout_checked(int code) {
    std::cout.flush();
    if (std::cout) return code;
    log_error("the standard output cannot be written to; is the disk full?");
    return code == 0 ? int(Exit::some_failed) : code;
}

} // namespace
} // namespace atrous

int main(int argc, char** argv) {
    try {
        return atrous::with_stdout_checked(atrous::dispatch({argv + 1, argv + argc}));
    } catch (const atrous::Error& error) {
        atrous::log_error(error.what());
        return int(error.kind);
    } catch (const std::bad_alloc&) {
        atrous::log_error("not enough memory");
        return int(atrous::Exit::out_of_memory);
    } catch (const std::exception& error) {
        atrous::log_error(std::string("internal error: ") + error.what());
        return int(atrous::Exit::internal);
    }
}
