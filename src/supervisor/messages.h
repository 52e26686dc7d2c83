// Messages about the launcher, its module and worker processes.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow proc_missing{"E_PROC_MISSING", "the program cannot find its own file, because /proc is not mounted"};
inline constexpr MessageRow module_not_loaded{"E_MODULE_NOT_LOADED", "the module cannot be loaded: {}"};
inline constexpr MessageRow module_missing{"E_MODULE_MISSING", "the module of the program is missing (neither {}); install the program and its module together"};
inline constexpr MessageRow module_invalid{"E_MODULE_INVALID", "{} is not the module of this program: it has no {}"};
inline constexpr MessageRow module_version{"E_MODULE_VERSION", "{} has version {}, the program {}; install both together"};
inline constexpr MessageRow worker_no_memory{"E_WORKER_NO_MEMORY", "no memory can be shared with a worker process"};
inline constexpr MessageRow worker_no_pipe{"E_WORKER_NO_PIPE", "no pipe can be opened to a worker process"};
inline constexpr MessageRow worker_no_signals{"E_WORKER_NO_SIGNALS", "signals cannot be received (signalfd)"};
inline constexpr MessageRow workers_given_up{"E_WORKERS_GIVEN_UP", "a worker process {}, {} times, without an image in progress; {}run the command again with --existing skip"};
inline constexpr MessageRow worker_restarted{"W_WORKER_RESTARTED", "a worker process {}; {}"};
inline constexpr MessageRow worker_crashed{"E_WORKER_CRASHED", "a worker process crashed ({}) while {}; the image is left out; its file may be damaged or malicious: leave it out of the next run"};
inline constexpr MessageRow worker_killed{"E_WORKER_KILLED", "a worker process was killed (SIGKILL) while {}, twice, probably because the system ran out of memory; the image is left out; free memory, or lower --jobs"};
inline constexpr MessageRow worker_memory{"E_WORKER_MEMORY", "a worker process used {} of memory while {}, twice, but --max-memory and the device allow {}; the image is left out; raise --max-memory"};
inline constexpr MessageRow worker_silent{"E_WORKER_SILENT", "a worker process did nothing for {} seconds (--timeout) while {}; the image is left out; raise --timeout for slow disks"};
inline constexpr MessageRow worker_exited{"E_WORKER_EXITED", "a worker process ended (exit code {}) while {}; the image is left out; please report this"};
inline constexpr MessageRow output_truncated{"E_OUTPUT_TRUNCATED", "a worker process ended while it wrote to the standard output, so the output is truncated; run the command again"};
inline constexpr MessageRow kernels_suspect{"W_KERNELS_SUSPECT", "a worker process {}; a compiled kernel may be damaged, so this run compiles kernels again; if this happens in each run, free space on the disk of {}, or remove that folder"};
inline constexpr MessageRow device_fallback{"W_DEVICE_FALLBACK", "{}; the remaining images are processed on the device of --device-fallback"};
inline constexpr MessageRow defaults_not_read{"W_DEFAULTS_NOT_READ", "{}: not read: {}; no defaults are used (--no-defaults hides this warning)"};
inline constexpr MessageRow defaults_unreadable{"E_DEFAULTS_UNREADABLE", "{}: cannot be read; use --no-defaults to ignore it"};
inline constexpr MessageRow command_not_in_module{"E_COMMAND_NOT_IN_MODULE", "the module has no command {}"};

inline constexpr MessageRow fault_requested{"W_FAULT_REQUESTED", "{} in the environment changes this run for a test or a drill; unset it otherwise"};
inline constexpr MessageRow stack_too_small{"E_STACK_TOO_SMALL", "the stack is limited to {} (ulimit -s), but {} are needed; run 'ulimit -s {}' first"};
inline constexpr MessageRow worker_not_forked{"E_WORKER_NOT_FORKED", "a worker process cannot be started: {}; set ATROUS_NO_SUPERVISOR=1 to run without one"};
inline constexpr MessageRow fallback_unsupervised{"E_FALLBACK_UNSUPERVISED", "--device-fallback needs a worker process, but ATROUS_NO_SUPERVISOR is set; unset it, or leave the option out"};
// clang-format on
} // namespace atrous::messages
