// Messages about settings of the EAW filter. The first value is the option.
#pragma once
#include "base/message.h"

namespace atrous::messages {

inline constexpr MessageRow levels_empty{"E_LEVELS_EMPTY", "{}: no value given; give at least one number"};
inline constexpr MessageRow levels_long{
    "E_LEVELS_LONG", "{}: {} values given, but there are at most {} levels; leave out the last values"};
inline constexpr MessageRow shadows_gather{"E_SHADOWS_GATHER",
                                           "{} does not work with {} gather; use fused or stored"};
inline constexpr MessageRow bayes_edges{
    "E_BAYES_EDGES", "{} {}: {} auto would treat noise as edges and keep it; use {} auto, which runs first"};
inline constexpr MessageRow bayes_synthesis{
    "E_BAYES_SYNTHESIS",
    "{} {}: needs all details of a level, but {} {} does not store them; use stored or gather"};
inline constexpr MessageRow bayes_storage{"E_BAYES_STORAGE",
                                          "{} {}: needs {} float, but got {}; leave it out"};
inline constexpr MessageRow space_chroma{
    "E_SPACE_CHROMA",
    "{} and {}: space {} has one group of planes, for which the luma options hold; leave them out or use another {}"};

} // namespace atrous::messages
