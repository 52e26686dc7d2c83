// Owners for the objects of C libraries.
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
/// Calls `release` of its object at the end of its life.
template <class T, auto release>
using Held = std::unique_ptr<T, Released<release>>;

} // namespace atrous
