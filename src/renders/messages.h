// Messages about layers, tables of AOVs and frames.
#pragma once
#include "base/message.h"

namespace atrous::messages {

// Tables of AOVs and --role. Each begins with the line of the table or with the option.

inline constexpr MessageRow no_role_words{"E_NO_ROLE_WORDS", "words are missing; use {}"};
inline constexpr MessageRow foreign_role_word{"E_FOREIGN_ROLE_WORD", "'{}' does not apply to {}; use {}"};
inline constexpr MessageRow invalid_role_word{"E_INVALID_ROLE_WORD", "invalid value '{}'; use {}"};
inline constexpr MessageRow repeated_role_word{"E_REPEATED_ROLE_WORD",
                                               "'{}' repeats or contradicts a word before it; write one"};
inline constexpr MessageRow no_role_pattern{
    "E_NO_ROLE_PATTERN", "a pattern is missing; write for example albedo = albedo, *_albedo"};
inline constexpr MessageRow not_a_table_row{"E_NOT_A_TABLE_ROW",
                                            "'{}' is not a row; write for example albedo = albedo, *_albedo"};
inline constexpr MessageRow not_a_mark{"E_NOT_A_MARK",
                                       "'{}' is not a mark; write attribute NAME, or layer NAME"};
inline constexpr MessageRow unknown_role{"E_UNKNOWN_ROLE", "unknown role '{}'; use one of {}"};
inline constexpr MessageRow undecided_motion{"E_UNDECIDED_MOTION",
                                             "'to ask' decides nothing; use 'to previous' or 'to next'"};
inline constexpr MessageRow table_unread{"E_TABLE_UNREAD", "--aovs {}: cannot be read"};
inline constexpr MessageRow unknown_table{"E_UNKNOWN_TABLE",
                                          "--aovs: '{}' is neither a file nor a table; the tables are {}"};

// Frames

inline constexpr MessageRow two_frame_places{"E_TWO_FRAME_PLACES",
                                             "has two places for the frame, {} and {}; write one"};
inline constexpr MessageRow not_a_range{
    "E_NOT_A_RANGE",
    "'{}' is not a range of frames; write 1-100, 1-100x2 (every second), 1-100y2 (the others), 100-1 or -5--1, with commas "
    "between them"};
inline constexpr MessageRow zero_step{"E_ZERO_STEP", "{} has a step of 0; use 1 or more"};
inline constexpr MessageRow falling_step{"E_FALLING_STEP",
                                         "{} rises, but its step is negative; use a positive step"};
inline constexpr MessageRow colon_in_range{
    "E_COLON_IN_RANGE",
    "'{}' has a ':', which is a range in some programs, a step in others and an order in OpenCue; write 1-100 for a range "
    "and 1-100x5 for every fifth frame"};
inline constexpr MessageRow too_many_frames{"E_TOO_MANY_FRAMES", "'{}' names more than {} frames, the limit"};
inline constexpr MessageRow no_frames{"E_NO_FRAMES", "'{}' names no frame"};

// Images among layers. Each begins with the name of the file.

inline constexpr MessageRow unknown_layer{"E_UNKNOWN_LAYER",
                                          "--layer {}: no layer with colours has this name{}"};
inline constexpr MessageRow several_pictures{
    "W_SEVERAL_PICTURES",
    "has {} images ({}); atrous filters {}; --layer NAME or --layer all chooses others"};

} // namespace atrous::messages
