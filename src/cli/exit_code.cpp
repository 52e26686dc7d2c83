// Catches all remaining exceptions.
#include "cli/exit_code.h"
#include "base/error.h"
#include "base/log.h"
#include "cli/messages.h"
#include <iostream>
#include <new>

namespace atrous {
namespace {

int with_stdout_checked(int code) {
    std::cout.flush();
    if (std::cout) return code;
    log_error(message(messages::stdout_full));
    return code == 0 ? int(Exit::some_failed) : code;
}

} // namespace

int guarded(const std::function<int()>& work) {
    try {
        return with_stdout_checked(work());
    } catch (const Error& error) {
        log_error(error.message);
        return int(error.kind);
    } catch (const std::bad_alloc&) {
        log_error(message(messages::no_memory));
        return int(Exit::out_of_memory);
    } catch (const std::exception& error) {
        log_error(message(messages::internal, error.what()));
        return int(Exit::internal);
    }
}

} // namespace atrous
