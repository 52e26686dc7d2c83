// Stores the error of each thread. The library uses the exit codes of the program, but errors of single files
// become errors of an argument.
#include "capi/calls.h"
#include "base/error.h"
#include "base/text.h"
#include "capi/messages.h"
#include "capi/monitor.h"
#include <atomic>
#include <new>
#include <string>
#include <unistd.h>

namespace atrous {
namespace {

struct LastError {
    AtrousError code = ATROUS_OK;
    std::string text{}, given{}; ///< `given`: to the caller, until the next call
};
thread_local LastError last_error;

/// The process that made the first device, or 0. Threads and locks of OpenCL do not survive in a forked
/// process.
std::atomic<pid_t> process_of_devices{0};

AtrousError code_of(Exit kind) {
    switch (kind) {
    case Exit::no_device:
        return ATROUS_ERROR_NO_DEVICE;
    case Exit::internal:
        return ATROUS_ERROR_INTERNAL;
    case Exit::out_of_memory:
        return ATROUS_ERROR_MEMORY;
    case Exit::interrupted:
        return ATROUS_ERROR_CANCELLED;
    default:
        return ATROUS_ERROR_INVALID;
    }
}

AtrousError keep(AtrousError code, const char* text) noexcept {
    last_error.code = code;
    try {
        last_error.text = code == ATROUS_ERROR_INVALID ? one_line(text) : printable(text);
    } catch (const std::bad_alloc&) {
        last_error.text.clear();
    }
    return code;
}

} // namespace

AtrousError keep_error(const std::exception_ptr& error) noexcept {
    try {
        std::rethrow_exception(error);
    } catch (const Error& known) {
        return keep(code_of(known.kind),
                    known.kind == Exit::interrupted ? "cancelled by the monitor" : known.what());
    } catch (const std::bad_alloc&) {
        return keep(ATROUS_ERROR_MEMORY, "not enough memory");
    } catch (const std::exception& other) {
        return keep(ATROUS_ERROR_INTERNAL, other.what());
    } catch (...) {
        return keep(ATROUS_ERROR_INTERNAL, "an error of a kind that is not known");
    }
}

void keep_process() {
    pid_t none = 0;
    process_of_devices.compare_exchange_strong(none, ::getpid());
}

void check_caller() {
    if (in_monitor()) throw usage_error(messages::api_in_monitor);
    const pid_t owner = process_of_devices;
    if (owner != 0 && owner != ::getpid()) throw usage_error(messages::api_after_fork, ::getpid(), owner);
}

} // namespace atrous

AtrousError atrousGetError(const char** text) {
    using atrous::last_error;
    const AtrousError code = last_error.code;
    last_error.given.swap(last_error.text);
    last_error.text.clear();
    last_error.code = ATROUS_OK;
    if (text) *text = last_error.given.c_str();
    return code;
}
