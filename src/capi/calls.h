// What every call of the library is inside of: exceptions become codes, and a text that the thread keeps.
#pragma once
#include "capi/atrous.h"
#include <exception>

namespace atrous {

/// The code of an exception; its text is kept for the thread.
AtrousError keep_error(const std::exception_ptr& error) noexcept;
/// Throws a usage error inside of a monitor, which must not call the library: its filter is locked.
void refuse_in_monitor();

/// Does the work of a call.
template <class Work>
AtrousError called(const Work& work) noexcept {
    try {
        refuse_in_monitor();
        work();
        return ATROUS_OK;
    } catch (...) {
        return keep_error(std::current_exception());
    }
}

} // namespace atrous
