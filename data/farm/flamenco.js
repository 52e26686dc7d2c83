// Flamenco 3: put this into the folder "scripts" of the manager; the job type "atrous denoise" appears in its clients. The
// authors have tested it with node, not on a farm.
// Each task gets its own frames and also reads existing neighbouring frames, so the bytes are those of one run. Its log is in the
// output folder; "atrous verify FOLDER" reads all logs. A retried task continues.
const JOB_TYPE = {
    label: "atrous denoise",
    settings: [
        {key: "frames", type: "string", required: true, description: "Frames of the shot, like 1001-1100"},
        {key: "chunk_size", type: "int32", default: 10, description: "Frames of a task"},
        {key: "input", type: "string", required: true, description: "Rendered frames, like /shot/b.####.exr"},
        {key: "output", type: "string", required: true, description: "Denoised frames, like /post/b.####.exr"},
        {key: "command", type: "string", default: "denoise", description: "denoise or enhance"},
        {key: "options", type: "string", default: "", description: "Further options, with blanks between"},
        {key: "exe", type: "string", default: "atrous", description: "The program, as workers find it"},
    ]
};

function compileJob(job) {
    const settings = job.settings;
    const slash = settings.output.lastIndexOf("/");
    const folder = slash < 0 ? "." : settings.output.substring(0, slash);
    const options = settings.options ? settings.options.trim().split(/\s+/) : [];
    const chunks = frameChunker(settings.frames, settings.chunk_size);
    for (let i = 0; i < chunks.length; ++i) {
        const task = author.Task("atrous-" + chunks[i], "misc");
        const folders = author.Command("exec", {exe: "mkdir", args: ["-p", folder]});
        const filter = author.Command("exec", {
            exe: settings.exe,
            args: [settings.command, "--frames", chunks[i], "--existing", "skip", "--progress", "plain", "--log",
                   folder + "/atrous-timings." + i + ".jsonl"].concat(options, [settings.input, "-o", settings.output])
        });
        task.addCommand(folders);
        task.addCommand(filter);
        job.addTask(task);
    }
}
