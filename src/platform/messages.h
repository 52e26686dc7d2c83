// Messages about the process and its standard streams.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow interrupted{"E_INTERRUPTED", "interrupted"};
inline constexpr MessageRow scratch_not_made{"E_SCRATCH_NOT_MADE", "cannot create a scratch file of {} in {}: {}; a larger --max-memory needs no scratch file"};
inline constexpr MessageRow stdin_unreadable{"E_STDIN_UNREADABLE", "-: the standard input cannot be read: {}"};
inline constexpr MessageRow stdin_not_kept{"E_STDIN_NOT_KEPT", "-: the standard input cannot be stored: {}; set TMPDIR to another folder"};
inline constexpr MessageRow stdin_fills_disk{"E_STDIN_FILLS_DISK", "-: the standard input has sent {} and continues; the rest of the {} is reserved for other programs; set TMPDIR to another folder"};
inline constexpr MessageRow stdin_too_long{"E_STDIN_TOO_LONG", "-: the standard input has sent {} and continues; read an image of this size from a file"};
inline constexpr MessageRow stdin_closed{"E_STDIN_CLOSED", "-: the standard input is closed"};
inline constexpr MessageRow stdin_terminal{"E_STDIN_TERMINAL", "-: the standard input is a terminal; redirect an image into it, for example with '< photo.jpg'"};
inline constexpr MessageRow stdin_folder{"E_STDIN_FOLDER", "-: the standard input is a folder, not an image"};
inline constexpr MessageRow stdin_no_image{"E_STDIN_NO_IMAGE", "-: is not an image, or has no mark in its first bytes (Targa); read it from a file, whose name shows its format"};
inline constexpr MessageRow stdout_terminal{"E_STDOUT_TERMINAL", "-o -: the standard output is a terminal; redirect it to a file or a program"};
inline constexpr MessageRow stdout_closed{"E_STDOUT_CLOSED", "-o -: the standard output is closed"};
inline constexpr MessageRow linker_missing{"E_LINKER_MISSING", "PoCL needs the program ld to link kernels: {}; install binutils, or add the folder of ld to PATH"};
inline constexpr MessageRow kernel_folder_missing{"E_KERNEL_FOLDER_MISSING", "no folder for compiled kernels: {}; {}; set XDG_CACHE_HOME or TMPDIR to a folder of your own"};
inline constexpr MessageRow kernels_not_cached{"N_KERNELS_NOT_CACHED", "kernels are compiled for this run only: {}; set XDG_CACHE_HOME to a folder of your own"};
inline constexpr MessageRow folder_takes_no_file{"W_FOLDER_TAKES_NO_FILE", "{}: a file cannot be created here ({}): {} is kept in memory, in addition to --max-memory; set TMPDIR to another folder"};
// clang-format on
} // namespace atrous::messages
