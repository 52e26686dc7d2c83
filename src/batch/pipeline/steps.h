// The steps of a frame through a batch, each by itself: open, read, prepare, process, write, tell; hides what an error
// or an interruption in one of them means for the frame and for its neighbours.
#pragma once
#include "batch/pipeline/carried.h"

namespace atrous {

/// The next frame, opened if need be; waits for memory.
CarriedPtr open_next(BatchRun& run);
/// Decodes the frame's files.
void read(BatchRun& run, Carried& carried);
/// Prepares the frame and puts it at the end of the window.
void prepare(BatchRun& run, const CarriedPtr& carried);
/// Processes the frame of that index, in the window already, and lets go of those that no later one needs. `last`: no
/// further frame will arrive.
CarriedPtr process(BatchRun& run, std::size_t index, bool last);
/// Processes a frame that no other needs and that needs no other, at once with as many as there are devices; waits for one.
CarriedPtr process_alone(BatchRun& run, const CarriedPtr& carried);
/// Encodes the wanted outputs, then gives the companions their names, then the outputs theirs. False where all of them were
/// there already, which is no error with --existing skip. Throws file errors.
bool write_results(const BatchRun& run, Carried& carried);
/// The same as a step.
void write(BatchRun& run, Carried& carried);
/// Prints the frame's error and warnings, and hands its record to Batch::done.
void tell(BatchRun& run, const Carried& carried);

} // namespace atrous
