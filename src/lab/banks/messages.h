// Messages of `atrous banks` and of its models.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
// Caches. The first value is the option.
inline constexpr MessageRow cache_number{"E_CACHE_NUMBER", "{}: {}={} is not a whole number from 0 to {}; write for example L1=128K,line=128"};
inline constexpr MessageRow cache_none{"E_CACHE_NONE", "{}: no cache given; write for example L1=128K,L2=4M,line=128"};
inline constexpr MessageRow cache_line{"E_CACHE_LINE", "{}: line={} is not a power of two of at least 4 bytes; use for example line=128"};
inline constexpr MessageRow cache_sets{"E_CACHE_SETS", "{}: {} of {} does not hold whole sets of {} lines of {} bytes; use another number of ways"};
inline constexpr MessageRow cache_item{"E_CACHE_ITEM", "{}: invalid item '{}'; write NAME=VALUE, for example L1=128K,L2=4M,line=128"};
inline constexpr MessageRow cache_name{"E_CACHE_NAME", "{}: unknown name '{}'; use L1, L2, ... in this order, line and ways"};

// Mappings, modes and access expressions.
inline constexpr MessageRow bank_mode{"E_BANK_MODE", "'{}' is not a bank mode; use {}"};
inline constexpr MessageRow bank_modes{"E_BANK_MODES", "--modes: {}"};
inline constexpr MessageRow bank_modes_none{"E_BANK_MODES_NONE", "--modes: no mode given; list at least one"};
inline constexpr MessageRow bank_mapping{"E_BANK_MAPPING", "'{}' is not a bank mapping; use {}"};
inline constexpr MessageRow mapping_number{"E_MAPPING_NUMBER", "the {} is {}; use {}"};
inline constexpr MessageRow accesses_expression{"E_ACCESSES_EXPRESSION", "the expression has more than 2^62 accesses; use fewer warps or iterations"};

// Kernels.
inline constexpr MessageRow kernel_field{"E_KERNEL_FIELD", "{}: {}{}"};
inline constexpr MessageRow kernel_unreadable{"E_KERNEL_UNREADABLE", "cannot read '{}'; name a kernel file, whose format 'man atrous-banks' describes"};
inline constexpr MessageRow kernel_none{"E_KERNEL_NONE", "banks optimize: no kernel file given; name one (see 'atrous banks optimize --help')"};
inline constexpr MessageRow kernel_accesses{"E_KERNEL_ACCESSES", "the kernel has more than 2^61 accesses; shorten its loops"};
inline constexpr MessageRow kernel_steps{"E_KERNEL_STEPS", "{}: the loops of an access of '{}' take more than {} different steps; shorten the loops whose variables are in bounds or guards"};
inline constexpr MessageRow kernel_outside{"E_KERNEL_OUTSIDE", "{}: accesses[{}]: {} accesses {}[{}][{}], outside {}[{}][{}]; correct 'row', 'col' or a guard, or add --allow-outside"};
inline constexpr MessageRow kernel_arrays{"E_KERNEL_ARRAYS", "{}: the arrays take {} bytes without padding, but the memory limit is {}; use a higher --memory-limit"};

// Subcommands and their options.
inline constexpr MessageRow banks_subcommand{"E_BANKS_SUBCOMMAND", "banks needs a subcommand\n\n{}"};
inline constexpr MessageRow banks_unknown{"E_BANKS_UNKNOWN", "banks: unknown subcommand '{}'; use {}"};
inline constexpr MessageRow banks_numbers{"E_BANKS_NUMBERS", "--{}: invalid value '{}'; use whole numbers up to 2^40, separated by commas"};
inline constexpr MessageRow banks_option{"E_BANKS_OPTION", "--{} {}; leave it out"};
inline constexpr MessageRow degree_device{"E_DEGREE_DEVICE", "--device {}: {}, so nothing conflicts; use another device"};
inline constexpr MessageRow degree_loops{"E_DEGREE_LOOPS", "--increment has {} values and --iterations {}; give one of each per loop"};
inline constexpr MessageRow degree_iterations{"E_DEGREE_ITERATIONS", "--iterations: {} is below 0; use 0 or more"};
inline constexpr MessageRow degree_range{"E_DEGREE_RANGE", "--{}: invalid value '{}'; use A,B with 0 <= A < B <= {}"};
inline constexpr MessageRow degree_first{"E_DEGREE_FIRST", "--first {} is above --last-exclusive {}; use a smaller --first"};
inline constexpr MessageRow reshape_tile{"E_RESHAPE_TILE", "--reshape: elements narrower than a bank's word have no bank pattern tile; use --element-bits 32 or more"};
inline constexpr MessageRow reshape_halvings{"E_RESHAPE_HALVINGS", "--halvings {}: the {} tile of pitch {} cannot be halved that often ({}); use fewer"};
inline constexpr MessageRow reshape_height{"E_RESHAPE_HEIGHT", "--height {}: a wide reshape stores multiples of {} rows; use such a height"};
inline constexpr MessageRow tile_window{"E_TILE_WINDOW", "--window: {} has more than 65536 elements; use a smaller one"};
// clang-format on
} // namespace atrous::messages
