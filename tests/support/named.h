// Finds rows of tables by their names, so that tests read like the command line: settings.border = named("drop").
#pragma once
#include "filters/eaw/settings.h"
#include "graph/tables.h"
#include <string>

namespace atrous::test {

inline std::span<const Space> table_of(const Space*) { return spaces(); }
inline std::span<const Schedule> table_of(const Schedule*) { return schedules(); }
inline std::span<const Order> table_of(const Order*) { return orders(); }
inline std::span<const BorderRule> table_of(const BorderRule*) { return borders(); }
inline std::span<const TapWeights> table_of(const TapWeights*) { return tap_weights(); }
inline std::span<const Form> table_of(const Form*) { return forms(); }
inline std::span<const Synthesis> table_of(const Synthesis*) { return syntheses(); }
inline std::span<const Storage> table_of(const Storage*) { return storages(); }
inline std::span<const Element> table_of(const Element*) { return elements(); }
inline std::span<const Map> table_of(const Map*) { return maps(); }
inline std::span<const Denoising> table_of(const Denoising*) { return denoisings(); }
inline std::span<const NoiseModel> table_of(const NoiseModel*) { return noise_models(); }
inline std::span<const Shrink> table_of(const Shrink*) { return shrinks(); }

/// A placeholder that converts to the row of that name of any table. Throws if there is none.
struct named {
    std::string name;
    template <class Row>
    operator const Row*() const {
        return &find_row(table_of(static_cast<const Row*>(nullptr)), name, "a test");
    }
};

/// True if that is the row's name.
template <class Row>
bool is_named(const Row* row, const std::string& name) {
    return row && row->name == name;
}

} // namespace atrous::test
