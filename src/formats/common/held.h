// What a C library made, released by a function of it.
#pragma once
#include <memory>

namespace atrous {

template <auto release>
struct Released {
    template <class T>
    void operator()(T* what) const {
        release(what);
    }
};
template <class T, auto release>
using Held = std::unique_ptr<T, Released<release>>;

} // namespace atrous
