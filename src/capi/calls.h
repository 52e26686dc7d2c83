// Wraps every call of the library: exceptions become codes, and a text that the thread keeps.
#pragma once
#include "capi/atrous.h"
#include <exception>

namespace atrous {

/// Returns the code of an exception and stores its text for the thread.
AtrousError keep_error(const std::exception_ptr& error) noexcept;
/// Remembers the process that makes a device, the first time.
void keep_process();
/// Throws a usage error inside of a monitor, which must not call the library (its filter is locked), and in a process that was forked
/// after a device was made.
void check_caller();

/// Runs the work of a call.
template <class Work>
AtrousError called(const Work& work) noexcept {
    try {
        check_caller();
        work();
        return ATROUS_OK;
    } catch (...) {
        return keep_error(std::current_exception());
    }
}

} // namespace atrous
