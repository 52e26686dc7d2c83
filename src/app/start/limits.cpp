// setrlimit(2), and the stacks of threads, whose size the C library takes from the limit before the program begins.
#include "app/start/limits.h"
#include "base/error.h"
#include "base/size.h"
#include <algorithm>
#include <csignal>
#include <pthread.h>
#include <sys/resource.h>

namespace atrous {
namespace {

constexpr std::size_t stack = std::size_t(8) << 20, least_stack = std::size_t(256) << 10;

/// As far as the hard limit lets it; it grows where it is used.
void deepen_own_stack() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= stack) return;
    limit.rlim_cur = std::min<rlim_t>(stack, limit.rlim_max);
    ::setrlimit(RLIMIT_STACK, &limit);
    if (limit.rlim_cur < least_stack)
        throw usage_error("the stack may have only " + format_bytes(limit.rlim_cur) + " (ulimit -s), " +
                          format_bytes(least_stack) + " are needed; give 'ulimit -s " +
                          std::to_string(stack >> 10) + "' before");
}

void deepen_stacks_of_threads() {
    pthread_attr_t usual;
    std::size_t size = 0;
    if (::pthread_getattr_default_np(&usual) != 0) return;
    if (::pthread_attr_getstacksize(&usual, &size) == 0 && size < stack &&
        ::pthread_attr_setstacksize(&usual, stack) == 0)
        ::pthread_setattr_default_np(&usual);
    ::pthread_attr_destroy(&usual);
}

} // namespace

void settle_limits() {
    std::signal(SIGXFSZ, SIG_IGN);
    deepen_own_stack();
    deepen_stacks_of_threads();
}

} // namespace atrous
