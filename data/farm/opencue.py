# OpenCue: python3 opencue.py SHOW SHOT 1001-1100 '/shot/b.####.exr' '/post/b.####.exr'; not tried on a farm by the authors.
# The layer's frames are chunks, counted from 0, so that neither the range of the shot nor its steps matter to the queue.
# Renders with AOVs: "denoise" in place of "enhance", "--space", "log"; a task then reads the frames around its chunk, too.
# Exit status 33 (too little memory) makes the queue try again with more; lines of progress keep frames from being taken for dead.
import os
import sys

import outline
import outline.cuerun
import outline.modules.shell

show, shot, frames, source, target = sys.argv[1:6]
chunks = 10
folder = os.path.dirname(target) or "."
os.makedirs(folder, exist_ok=True)  # "atrous verify FOLDER" reads the logs of all tasks
command = ["atrous", "enhance", "--space", "log", "--frames", frames, "--chunk", "#IFRAME#/%d" % chunks,
           "--existing", "skip", "--progress", "plain", "--log", os.path.join(folder, "atrous-timings.#IFRAME#.jsonl"),
           source, "-o", target]
job = outline.Outline("atrous", show=show, shot=shot)
job.add_layer(outline.modules.shell.Shell("enhance", command=command, range="0-%d" % (chunks - 1), chunk=1))
outline.cuerun.launch(job, use_pycuerun=False)
