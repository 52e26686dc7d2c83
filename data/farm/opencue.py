# OpenCue: python3 opencue.py SHOW SHOT 1001-1100 '/shot/b.####.exr' '/post/b.####.exr'; the authors have not tested it on a farm.
# The frames of the layer are chunks, counted from 0, independent of the range and step of the shot.
# For renders with AOVs, use "denoise" instead of "enhance", "--space", "log"; a task then also reads the frames around its chunk.
# After exit code 33 (out of memory) the queue retries with more. Progress lines show that a frame is alive.
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
