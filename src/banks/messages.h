// Messages about the local memory of devices.
#pragma once
#include "base/message.h"

namespace atrous::messages {

inline constexpr MessageRow bank_device{"E_BANK_DEVICE", "'{}' is not in the table of bank devices; use {}"};
inline constexpr MessageRow element_bits{
    "E_ELEMENT_BITS",
    "elements of {} bits do not divide the {} bits of {} banks; use --element-bits 8, 16, 32, 64 or 128"};

} // namespace atrous::messages
