// Messages about names of tables and curves.
#pragma once
#include "base/message.h"

namespace atrous::messages {

inline constexpr MessageRow unknown_value{"E_UNKNOWN_VALUE", "{}: invalid value '{}'; use {}"};

// Curves. The first value is the option.
inline constexpr MessageRow curve_syntax{
    "E_CURVE_SYNTAX",
    "{}: invalid item '{}'; write SCALE:VALUE items with scales from 0 (coarsest) to 1 (finest), for example 0:1,0.4:1.2,1:1.5"};
inline constexpr MessageRow curve_limit{"E_CURVE_LIMIT",
                                        "{}: invalid limit '{}'; use a number above 0, for example limit:3"};
inline constexpr MessageRow curve_scale{
    "E_CURVE_SCALE", "{}: scale {} in '{}' is out of range; use 0 (coarsest) to 1 (finest)"};
inline constexpr MessageRow curve_order{
    "E_CURVE_ORDER", "{}: scale {} in '{}' comes after {}; write scales in ascending order"};
inline constexpr MessageRow curve_empty{
    "E_CURVE_EMPTY", "{}: the curve '{}' has no SCALE:VALUE item; add one, for example 0:1"};

} // namespace atrous::messages
