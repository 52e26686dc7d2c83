// Runs `ld --version` in the system's shell, which searches PATH as the linker driver in PoCL does: first for
// the name with the target, which the Python package atrous-pocl adds.
#include "platform/linker.h"
#include <cstdlib>
#include <sys/wait.h>

namespace atrous {

std::string linker_problem() {
    constexpr int not_executable = 126; // 127: not found
    const char* const path = std::getenv("PATH");
    if (!path) return "PATH is not set"; // LLVM has no default, shells do
    const int status =
        std::system("x86_64-pc-linux-gnu-ld --version >/dev/null 2>&1 || ld --version >/dev/null 2>&1");
    if (status <= 0) return ""; // -1 if the host of the library ignores SIGCHLD
    const bool fails = !WIFEXITED(status) || WEXITSTATUS(status) < not_executable;
    return (fails ? "'ld --version' fails (PATH: " : "no folder of PATH contains it (") + std::string(path) +
           ")";
}

} // namespace atrous
