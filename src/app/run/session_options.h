// The options that all commands have that work on files, as a struct.
#pragma once
#include "app/plan/chunk.h"
#include "app/plan/outputs.h"
#include "app/run/batch.h"
#include "app/tell/progress.h"
#include <optional>

namespace atrous {

/// Small copies beside outputs.
struct ProxyOptions {
    Size factor{1, 1};
    std::filesystem::path folder{}; ///< empty: beside the outputs
};

/// Options that all of these commands have.
struct SessionOptions {
    InputOptions inputs{};
    std::string output{};
    bool in_place = false;          ///< instead of `output`
    std::string format{};           ///< extension of the outputs; empty: by their names
    bool begins_with_first = false; ///< work begins before all names of --files-from - have arrived
    BatchOptions batch{};
    bool dry_run = false;
    std::string device = "auto";
    std::string device_fallback{};         ///< as given; empty: there is none
    std::uint64_t device_memory = 0;       ///< bytes that a plan may take, 0 = what the device has
    std::optional<std::string> log_file{}; ///< as given with --log
    bool no_log = false;
    std::optional<std::string> report{}; ///< as given with --report
    ProgressMode progress = ProgressMode::automatic;
    MissingFrames missing = MissingFrames::error;
    std::optional<Chunk> chunk{};
    bool overwrite_given =
        false; ///< --existing replace; inputs that are their own outputs are replaced without it
    std::optional<ProxyOptions> proxy{};  ///< of commands that have --proxy
    std::vector<std::string> arguments{}; ///< all, as given, for the log
};

/// How companions are written: what is there is replaced by --existing replace alone, or newer.
WriteOptions companion_options(const SessionOptions& options);

/// What was asked of the outputs' names.
OutputOptions output_options(const SessionOptions& options);

} // namespace atrous
