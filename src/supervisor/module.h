// Calls the module, the shared object that reads, computes and writes, from the program. Only the module is
// linked with OpenImageIO and OpenCL, which take a quarter of a second to load and start threads.
#pragma once
#include "base/file.h"
#include "cli/tables.h"
#include "supervisor/protocol/worker_protocol.h"
#include <string>

namespace atrous {

/// A command to run in the module.
struct ModuleCall {
    std::string command; ///< "enhance"
    CommandCall run{};
    const Supervision* supervision = nullptr; ///< of a worker, valid until the process ends
    BufferedInputs texts = {};                ///< texts that the program has read from pipes
    int report_log = -1;                      ///< as report_log() of worker_protocol.h
};

} // namespace atrous

// Visible outside. The rest of the module is hidden.
#define ATROUS_EXPORTED extern "C" __attribute__((visibility("default")))

/// Runs the command in the module and returns its exit code. Prints errors and throws nothing.
ATROUS_EXPORTED int atrous_module(const atrous::ModuleCall& call);
/// The version of the module, to compare with the program's.
ATROUS_EXPORTED const char* atrous_module_version();
