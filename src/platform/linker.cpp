// Searches PATH for `ld` as the linker driver in PoCL does, and runs `ld --version` without output.
#include "platform/linker.h"
#include "base/text.h"
#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace atrous {
namespace {

/// True if the program ends with another exit code than 0, or cannot be started.
bool fails(std::string program, std::string option) {
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
        ::posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
    char* arguments[] = {program.data(), option.data(), nullptr};
    pid_t process = 0;
    const int error = ::posix_spawn(&process, program.c_str(), &actions, nullptr, arguments, environ);
    ::posix_spawn_file_actions_destroy(&actions);
    int status = 0; // stays so if the host of the library ignores SIGCHLD
    return error != 0 || (::waitpid(process, &status, 0) == process && status != 0);
}

} // namespace

std::string linker_problem() {
    const char* const path = std::getenv("PATH"); // unset: LLVM searches no folder
    for (const std::string& folder : split(path ? path : "", ':')) {
        const std::string file = (folder.empty() ? "." : folder) + "/ld";
        if (::access(file.c_str(), R_OK | X_OK) != 0) continue;
        return fails(file, "--version") ? "'" + file + " --version' fails" : "";
    }
    return "no folder of PATH (" + std::string(path ? path : "not set") + ") contains it";
}

} // namespace atrous
