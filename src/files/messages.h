// Messages about files as bytes.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow output_exists{"E_OUTPUT_EXISTS", "{}: exists already; use --existing replace to overwrite it, or --existing skip to keep it"};
inline constexpr MessageRow file_not_writable{"E_FILE_NOT_WRITABLE", "{}: cannot be written: {}"};
inline constexpr MessageRow file_is_folder{"E_FILE_IS_FOLDER", "{}: is a folder"};
inline constexpr MessageRow file_not_regular{"E_FILE_NOT_REGULAR", "{}: is not a regular file"};
inline constexpr MessageRow file_cut{"E_FILE_CUT", "{}: cannot be read to its end"};
inline constexpr MessageRow file_not_opened{"E_FILE_NOT_OPENED", "{}: cannot be opened: {}"};
inline constexpr MessageRow file_absent{"E_FILE_ABSENT", "{}: no such file"};
inline constexpr MessageRow link_broken{"E_LINK_BROKEN", "{}: is a link to {}, which does not exist"};
inline constexpr MessageRow image_is_folder{"E_IMAGE_IS_FOLDER", "{}: is a folder, not an image"};
inline constexpr MessageRow claim_is_file{"N_CLAIM_IS_FILE", "{}: has the name of a claim but is another file, so the output is not claimed"};
inline constexpr MessageRow file_unreadable{"E_FILE_UNREADABLE", "{}: cannot be read"};
inline constexpr MessageRow stdin_empty{"E_STDIN_EMPTY", "-: the standard input is empty; pipe an image into it"};
inline constexpr MessageRow file_empty{"E_FILE_EMPTY", "{}: is empty (0 bytes)"};
inline constexpr MessageRow no_memory_to_compress{"E_NO_MEMORY_TO_COMPRESS", "not enough memory to compress; try --jobs 1"};
inline constexpr MessageRow no_memory_to_inflate{"E_NO_MEMORY_TO_INFLATE", "not enough memory to decompress; try --jobs 1"};
inline constexpr MessageRow strip_not_compressed{"E_STRIP_NOT_COMPRESSED", "libdeflate could not compress a strip"};
inline constexpr MessageRow strip_not_read_back{"E_STRIP_NOT_READ_BACK", "compressed data cannot be read back"};
inline constexpr MessageRow attributes_lost{"W_ATTRIBUTES_LOST", "the new file does not have these attributes of the file that it replaces: {}", Frequency::once_per_value};
// clang-format on
} // namespace atrous::messages
