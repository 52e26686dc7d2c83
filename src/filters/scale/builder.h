// Holds a plan of the scale filter under construction, for the files of this folder only.
#pragma once
#include "filters/scale/axis.h"
#include "graph/plan.h"
#include "scale/params.h"

namespace atrous {

/// Lanes of vectors, 1 if work-items are the lanes.
int scale_vector(const DeviceTraits& device);

/// Adds a buffer of planes.
int add_scale_planes(Plan& plan, const std::string& name, const kernels::PlaneStack& shape, int planes,
                     int element_bytes = 4);
template <class T>
int add_table(Plan& plan, const std::string& name, const std::vector<T>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return plan.add_constants(name, {bytes.begin(), bytes.end()});
}

/// Taps along rows, filled up with zeros for vectors or tiles.
struct RowTaps {
    ScaleTaps taps;
    ScaleAccessChoice access;
    double factor;
};
RowTaps row_taps(const ScaleResolved& settings, const ScaleAxis& axis, const ScaleSpan& outputs,
                 const DeviceTraits& device, int element_bytes = 4);

/// Planes of a stack: the buffer, its shape, the number of planes.
struct ScalePlanes {
    int buffer;
    kernels::PlaneStack shape;
    int count;
    int element_bytes = 4;
};
/// Adds the pass along rows.
void add_rows(Plan& plan, const RowTaps& along, const ScalePlanes& from, const ScalePlanes& to,
              const DeviceTraits& device);

/// The columns kernel's tables for the rows of a file.
struct ColumnTables {
    int active = 1; ///< outputs that a row can be a tap of, of any image
    std::vector<int> rows;
    std::vector<float> weights;
};
/// `rows`: the existing rows of the file.
ColumnTables column_tables(const ScaleTaps& taps, const ScaleSpan& rows, int active);

} // namespace atrous
