// How viewers turn what lies in a file.
#pragma once

namespace atrous {

/// Rows become columns, and the axes of the file are mirrored.
struct Turn {
    bool swapped, mirrored_x, mirrored_y;
};

/// By EXIF's orientation, 1 to 8: 1 as it is, 2 mirrored, 3 upside down, 4 both, 5 to 8 with rows as columns.
constexpr Turn turn_of(int orientation) {
    constexpr Turn rows[] = {{false, false, false}, {false, true, false}, {false, true, true},
                             {false, false, true},  {true, false, false}, {true, false, true},
                             {true, true, true},    {true, true, false}};
    return rows[orientation - 1];
}

} // namespace atrous
