// commands MODULE LIST CLAIMS LOG: runs commands of the program one after the other in this process, so that simulator and
// loader start only once. Each line of LIST has a name, a tab and the words; " | " separates alternatives, tried until one is
// not refused. Several processes share a list: the one that creates CLAIMS/NAME runs the command. Prints for each run the name,
// a tab, its exit status, a tab, and the number of bytes that the simulator added to LOG. CLAIMS/NAME has the command's output.
#include "batch/plan/plan_files.h"
#include "cli/exit_code.h"
#include "supervisor/module.h"
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <unistd.h>

namespace {

using Entry = int (*)(const atrous::ModuleCall&);

std::uintmax_t size_of(const std::string& path) {
    std::error_code none;
    const std::uintmax_t size = std::filesystem::file_size(path, none);
    return none ? 0 : size;
}

const atrous::OptionTable& table_of(const std::string& command) {
#define ATROUS_COMMAND_ROW(name, ...)                                                                        \
    if (command == #name) return atrous::name##_table();
    ATROUS_IO_COMMANDS(ATROUS_COMMAND_ROW)
    return command == "bench" ? atrous::bench_table() : atrous::devices_table();
}

/// Calls the module in the same way as the program.
int call_module(Entry entry, const std::string& command, const std::vector<std::string>& words) {
    const atrous::OptionTable& table = table_of(command);
    atrous::ModuleCall call{command, {atrous::parse_options(table, words), words}};
    atrous::FilePlan plan;
    if (atrous::plans_files(table, call.run.line)) {
        plan = atrous::plan_files(table, call.run.line);
        call.run.plan = &plan;
    }
    return entry(call);
}

/// Runs the words before the next "|", and so on while a command is refused (exit status 2).
int run(Entry entry, std::istringstream words) {
    int status = 2;
    while (status == 2 && words) {
        std::string command;
        words >> command;
        std::vector<std::string> arguments;
        for (std::string word; words >> word && word != "|";) arguments.push_back(word);
        status = atrous::guarded([&] { return call_module(entry, command, arguments); });
    }
    return status;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    ::setenv("ATROUS_NO_DEVICE_CHECK", "1", 1); // a check takes minutes here
    const std::string claims = std::string(argv[3]) + "/", log = argv[4];
    void* const module = ::dlopen(argv[1], RTLD_NOW);
    const auto entry = module ? Entry(::dlsym(module, "atrous_module")) : nullptr;
    if (!entry) {
        std::cerr << ::dlerror() << '\n';
        return 1;
    }
    FILE* const answers = ::fdopen(::dup(STDOUT_FILENO), "w");
    std::ifstream list(argv[2]);
    for (std::string line; std::getline(list, line);) {
        const std::string name = line.substr(0, line.find('\t'));
        const int out = ::open((claims + name).c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
        if (out < 0) continue; // another process has it
        for (const int place : {STDOUT_FILENO, STDERR_FILENO}) ::dup2(out, place);
        ::close(out);
        const std::uintmax_t before = size_of(log);
        const int status = run(entry, std::istringstream(line.substr(name.size() + 1)));
        std::cout.flush();
        std::fprintf(answers, "%s\t%d\t%ju\n", name.c_str(), status, size_of(log) - before);
        std::fflush(answers);
    }
}
