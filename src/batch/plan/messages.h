// Messages about inputs, outputs, sequences and chunks.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
// Chunks and frames
inline constexpr MessageRow chunk_invalid{"E_CHUNK_INVALID", "--chunk: invalid value '{}'; use auto, or I/N for chunk I of N, counted from 0, for example 0/10"};
inline constexpr MessageRow chunk_no_array{"E_CHUNK_NO_ARRAY", "--chunk auto: this process is not a task of a Slurm array (SLURM_ARRAY_TASK_ID, _MIN and _COUNT); use --chunk I/N"};
inline constexpr MessageRow chunk_array_gaps{"E_CHUNK_ARRAY_GAPS", "--chunk auto: the Slurm array has {} tasks between {} and {}, so its numbers have gaps; use --chunk $SLURM_ARRAY_TASK_ID/N"};
inline constexpr MessageRow chunk_one_task{"W_CHUNK_ONE_TASK", "--chunk auto: the Slurm array has only task {}, which processes all images; to repeat one task of a larger array, use --chunk {}/N with its number of tasks N"};
inline constexpr MessageRow chunk_past_end{"W_CHUNK_PAST_END", "--chunk {}/{}: there is no chunk {}, because chunks count from 0 to {}; nothing to do"};
inline constexpr MessageRow chunk_empty{"N_CHUNK_EMPTY", "--chunk {}/{}: the chunk is empty, because there are only {} images; nothing to do"};
inline constexpr MessageRow frames_missing{"E_FRAMES_MISSING", "{}; nothing was written; use --missing skip or --missing clip to process the other frames"};
inline constexpr MessageRow frames_all_missing{"E_FRAMES_ALL_MISSING", "{}; choose --frames that exist"};
inline constexpr MessageRow frames_absent{"W_FRAMES_ABSENT", "{}: {} of {} frames are missing: {}"};
inline constexpr MessageRow frame_twice{"E_FRAME_TWICE", "{}: frame {} has two files, {} and {}; remove one, or use a pattern that matches only one"};
inline constexpr MessageRow frame_holes{"W_FRAME_HOLES", "{}: frames {} do not exist; to select frames, use this pattern with --frames"};
inline constexpr MessageRow frames_none{"W_FRAMES_NONE", "{}: no frame of this sequence exists; check the folder and the number of # (one for each digit)"};
inline constexpr MessageRow single_hash{"N_SINGLE_HASH", "{}: a single # means four digits, like ####"};
inline constexpr MessageRow frames_read{"N_FRAMES_READ", "{}: read only as neighbours, not written: {}"};
inline constexpr MessageRow frames_without_pattern{"E_FRAMES_WITHOUT_PATTERN", "--frames selects frames of a sequence, but no input is a pattern; use a pattern, for example {}"};
inline constexpr MessageRow guides_as_images{"W_GUIDES_AS_IMAGES", "sequences with the same frames are named like guides, but are filtered as images; to use them as guides: atrous denoise '{}'{} -o OUT/"};

// Inputs
inline constexpr MessageRow no_inputs{"E_NO_INPUTS", "no inputs: name {}, or use --files-from ('atrous {} --help')"};
inline constexpr MessageRow nothing_found{"E_NOTHING_FOUND", "{}"};
inline constexpr MessageRow no_images{"E_NO_IMAGES", "{}: contains no images{}"};
inline constexpr MessageRow folder_unreadable{"E_FOLDER_UNREADABLE", "{}: cannot read the folder: {}"};
inline constexpr MessageRow input_name_empty{"E_INPUT_NAME_EMPTY", "the name of an input is empty; check that the variable of the shell is set"};
inline constexpr MessageRow no_such_folder{"E_NO_SUCH_FOLDER", "{}: no such folder"};
inline constexpr MessageRow glob_not_expanded{"E_GLOB_NOT_EXPANDED", "{}: no such file; atrous does not expand * and ?, so leave them unquoted for the shell, or name the folder"};
inline constexpr MessageRow range_in_name{"E_RANGE_IN_NAME", "{}: no such file; to select frames, use {} --frames {}"};
inline constexpr MessageRow frame_in_folder{"E_FRAME_IN_FOLDER", "{}: the frame must be in the name of the file, not of a folder; link the frames into one folder"};
inline constexpr MessageRow video{"E_VIDEO", "{}: video is not supported; extract its frames first, for example with: ffmpeg -i {} f.%04d.png"};
inline constexpr MessageRow gpr{"E_GPR", "{}: RAW files of GoPro cameras (compression VC-5) are not supported; convert it to DNG first, for example with Adobe DNG Converter"};
inline constexpr MessageRow files_left_out{"N_FILES_LEFT_OUT", "{} {} left out, because the formats are not supported: {}"};
inline constexpr MessageRow folders_left_out{"N_FOLDERS_LEFT_OUT", "folders of file servers, systems and archives are left out: {}; name one as an input to process its images"};
inline constexpr MessageRow exclude_unused{"W_EXCLUDE_UNUSED", "--exclude '{}' has no effect: it matches no input"};
inline constexpr MessageRow all_excluded{"E_ALL_EXCLUDED", "--exclude removes all {} images; nothing to do"};
inline constexpr MessageRow list_unreadable{"E_LIST_UNREADABLE", "--files-from {}: cannot be read: {}"};
inline constexpr MessageRow name_list_empty{"E_NAME_LIST_EMPTY", "--files-from {}: the list is empty; nothing to do"};
inline constexpr MessageRow list_has_lines{"E_LIST_HAS_LINES", "--files-from: the list contains lines and no NUL bytes; leave out --null (-0)"};
inline constexpr MessageRow list_is_image{"E_LIST_IS_IMAGE", "--files-from: the file is an image, not a list; name images without --files-from"};
inline constexpr MessageRow list_has_nulls{"E_LIST_HAS_NULLS", "--files-from: the list contains NUL bytes, like the output of find -print0; use --null (-0)"};

// Files of a role (--from)
inline constexpr MessageRow from_invalid{"E_FROM_INVALID", "--from {}: use ROLE=FILE or ROLE=PATTERN, for example albedo=alb.####.exr; roles are {}"};
inline constexpr MessageRow from_no_number{"E_FROM_NO_NUMBER", "{}: {} has no frame number; put it before the extension or between dots (a.0001.exr)"};
inline constexpr MessageRow half_of_other_frame{"W_HALF_OF_OTHER_FRAME", "--half {}: its name has frame {}, but {} has frame {}; a half is a second render of the same frame, for example --half half.####.exr"};
inline constexpr MessageRow pilot_of_other_frame{"W_PILOT_OF_OTHER_FRAME", "--pilot {}: its name has frame {}, but {} has frame {}; a pilot is the same frame, for example --pilot oidn.####.exr"};
inline constexpr MessageRow pilot_missing{"W_PILOT_MISSING", "{}: missing files ({} of {}): {}; these frames and those around them are filtered without these pilots; denoise them, and run the command again with --existing replace"};
inline constexpr MessageRow from_missing{"E_FROM_MISSING", "{}: missing files ({} of {}): {}; nothing was written; a folder needs files with the names of the inputs"};
inline constexpr MessageRow from_replaced{"E_FROM_REPLACED", "{}: the output of {} is {}, which is one of these files; choose another -o"};
inline constexpr MessageRow from_not_exr{"E_FROM_NOT_EXR", "{}: is not an OpenEXR file; files of roles must be OpenEXR files"};
inline constexpr MessageRow from_no_layer{"E_FROM_NO_LAYER", "{}: {}: no layer of this name has the channels of the role; its layers are {}"};
inline constexpr MessageRow from_no_role{"E_FROM_NO_ROLE", "{}: no layer has the role {}; its layers are {}; choose one with --role {}=NAME"};
inline constexpr MessageRow beauty_none{"E_BEAUTY_NONE", "--role beauty=none: beauty is the layer to filter; use --role beauty=NAME"};

// Outputs
inline constexpr MessageRow no_output{"E_NO_OUTPUT", "no output: use {}"};
inline constexpr MessageRow no_output_for{"E_NO_OUTPUT_FOR", "no output: the last name, {}, does not exist; to write it, use -o {}"};
inline constexpr MessageRow output_after_dashes{"E_OUTPUT_AFTER_DASHES", "no output: names after -- are inputs; put -o and its value before --"};
inline constexpr MessageRow backup_exists{"E_BACKUP_EXISTS", "{}: exists already and is probably the original from an earlier --in-place, so {} stays as it is; to start again from the originals, move them back, and to do only the images without one, add --existing skip"};
inline constexpr MessageRow backup_slash{"E_BACKUP_SLASH", "--in-place={}: a backup suffix cannot contain '/', because backups stay in the folder of their file"};
inline constexpr MessageRow backup_plain{"E_BACKUP_PLAIN", "--in-place={}: a backup suffix begins with a sign, such as a dot, a dash or an underscore; use --in-place=.{}"};
inline constexpr MessageRow in_place_existing{"E_IN_PLACE_EXISTING", "--in-place replaces what exists; only --in-place=SUFFIX --existing skip works: it leaves images whose originals have that suffix, which an earlier run replaced"};
inline constexpr MessageRow output_claimed{"N_OUTPUT_CLAIMED", "{}: another process works on this file; skipped"};
inline constexpr MessageRow output_is_input{"E_OUTPUT_IS_INPUT", "{}: the output is the input itself; choose another -o, or keep a backup with --in-place=.bak"};
inline constexpr MessageRow output_is_other_input{"E_OUTPUT_IS_OTHER_INPUT", "the output of {} is {}, which is another input; choose another -o"};
inline constexpr MessageRow outputs_clash{"E_OUTPUTS_CLASH", "{} and {} have the same output {}; {}"};
inline constexpr MessageRow output_needs_neighbours{"E_OUTPUT_NEEDS_NEIGHBOURS", "{}: the output is the input, which neighbouring frames need; choose another folder, or filter each frame separately with --temporal none"};
inline constexpr MessageRow output_folder_blocked{"E_OUTPUT_FOLDER_BLOCKED", "output folder {} cannot be created: {} is not a folder"};
inline constexpr MessageRow output_folder_read_only{"E_OUTPUT_FOLDER_READ_ONLY", "output folder {} is not writable: {}: {}"};
inline constexpr MessageRow output_one_file{"E_OUTPUT_ONE_FILE", "-o {} is one file, but there are {} inputs; use a folder ({}/), or a template with {stem}"};
inline constexpr MessageRow stdout_several{"E_STDOUT_SEVERAL", "-o -: the standard output takes one image, but there are {} inputs"};
inline constexpr MessageRow stdout_format{"E_STDOUT_FORMAT", "-o -: {} does not show its format, which the standard output would use; use --format, for example --format png"};
inline constexpr MessageRow stdin_in_place{"E_STDIN_IN_PLACE", "-: the standard input cannot be replaced; use -o instead of --in-place"};
inline constexpr MessageRow stdin_no_name{"E_STDIN_NO_NAME", "-: the standard input has no name, which -o {} needs; use -o FILE, or -o - with --format"};
inline constexpr MessageRow earlier_output{"N_EARLIER_OUTPUT", "{} is an output of an earlier run; skipped"};
inline constexpr MessageRow earlier_outputs{"N_EARLIER_OUTPUTS", "{} images, for example {}, are outputs of an earlier run; skipped"};
inline constexpr MessageRow only_earlier_outputs{"E_ONLY_EARLIER_OUTPUTS", "all inputs are outputs of an earlier run, for example {}; nothing to do"};

// Names and formats of outputs
inline constexpr MessageRow field_unbalanced{"E_FIELD_UNBALANCED", "-o {}: '{}' without '{}'; fields are {}"};
inline constexpr MessageRow field_unknown{"E_FIELD_UNKNOWN", "-o {}: unknown field {}; fields are {}"};
inline constexpr MessageRow output_no_number{"E_OUTPUT_NO_NUMBER", "-o {}: {} has no frame number for {}; a frame number stands before the extension or between dots (a.0001.exr); {stem} is the name without its extension"};
inline constexpr MessageRow format_contradicts{"E_FORMAT_CONTRADICTS", "--format {}: -o {} names a file of {}; name a folder, use {ext}, or use -o {}"};
inline constexpr MessageRow format_unknown{"E_FORMAT_UNKNOWN", "--format {}: unknown output format; use {}"};
inline constexpr MessageRow output_format_unknown{"E_OUTPUT_FORMAT_UNKNOWN", "cannot write {}: unknown output format '{}'; use {}"};
inline constexpr MessageRow output_no_extension{"E_OUTPUT_NO_EXTENSION", "cannot write {}: the name has no extension; use {}, or a folder ({}/)"};
inline constexpr MessageRow output_read_only{"E_OUTPUT_READ_ONLY", "cannot write {}: '{}' is a format that atrous only reads; use {}"};
inline constexpr MessageRow raw_in_place{"E_RAW_IN_PLACE", "{}: cannot be replaced, because it is a camera RAW file, which atrous only reads; rename it, or use -o"};
inline constexpr MessageRow read_only_in_place{"E_READ_ONLY_IN_PLACE", "{}: cannot be replaced, because atrous only reads {} files; use -o"};
inline constexpr MessageRow other_format{"W_OTHER_FORMAT", "{}: the file is {} despite its extension; {} is written in the format of its extension{}"};
inline constexpr MessageRow format_read_only{"E_FORMAT_READ_ONLY", "--format {}: is a format that atrous only reads; use {}"};

// --in-place and earlier logs
inline constexpr MessageRow in_place_missing{"E_IN_PLACE_MISSING", "{}: no such file or folder; --in-place replaces nothing if an input is missing"};
inline constexpr MessageRow in_place_suffix{"E_IN_PLACE_SUFFIX", "{}: no such file or folder; --in-place replaces nothing if an input is missing; for a backup suffix use --in-place={}"};
inline constexpr MessageRow log_line_cut{"E_LOG_LINE_CUT", "{}: the line is truncated"};
// clang-format on
} // namespace atrous::messages
