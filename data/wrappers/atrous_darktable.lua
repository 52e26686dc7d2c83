-- darktable 4.2 and newer: the target "export through atrous" of the export module. It runs `atrous enhance` on the images
-- that darktable exports, with outputs in the folder "atrous" next to each image.
-- Put this file into ~/.config/darktable/lua and the line  require "atrous_darktable"  into ~/.config/darktable/luarc; the program,
-- its options and the folder are settings, Lua options.
-- Choose TIFF, PNG or OpenEXR as format, with 16 bits or more; for JPEG outputs, use the option --format jpg.
local dt = require "darktable"

local settings = {
    {"program", "atrous", "name of the program for the shell"},
    {"options", "", "options of enhance, for example --preset sharpen --format jpg"},
    {"folder", "", "output folder (default: 'atrous' next to each image)"},
}
for _, one in ipairs(settings) do
    dt.preferences.register("atrous", one[1], "string", "atrous: " .. one[1], one[3], one[2])
end

local function setting(name)
    return dt.preferences.read("atrous", name, "string")
end

-- A word of a command, as the shell leaves it alone.
local function quoted(text)
    return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function run(command)
    return dt.control.execute(command) == 0
end

-- What is said in the window, and on the standard error for who reads it later.
local function complain(text)
    dt.print(text)
    io.stderr:write(text, "\n")
end

-- The name is free in the pictures of this target: a RAW file and the JPEG beside it are both written as NAME.tif.
local function free_name(taken, name)
    local stem, extension = name:match("^(.*)(%.[^.]*)$")
    local free, count = name, 1
    while taken[free] do
        count = count + 1
        free = ("%s_%d%s"):format(stem, count, extension)
    end
    taken[free] = true
    return free
end

-- darktable has written a picture under a name that the next of that name is written to, too: it is put aside at once.
local function store(storage, image, format, written, number, total, high_quality, targets)
    local folder = setting("folder")
    if folder == "" then folder = image.path .. "/atrous" end
    local target = targets[folder]
    if not target then
        target = {aside = ("%s.atrous-%d"):format(written, number), taken = {}}
        if not run("mkdir " .. quoted(target.aside)) then
            complain("atrous: cannot make the folder " .. target.aside)
            os.remove(written)
            return
        end
        targets[folder] = target
    end
    local moved, why = os.rename(written, target.aside .. "/" .. free_name(target.taken, written:match("[^/]*$")))
    if not moved then complain("atrous: " .. why) end
end

-- All pictures of a folder in one run, which says itself what is wrong with one of them.
local function finalize(storage, files, targets)
    for folder, target in pairs(targets) do
        local said = target.aside .. ".txt"
        local done = run(("%s enhance -q %s %s -o %s 2>%s"):format(quoted(setting("program")), setting("options"),
            quoted(target.aside), quoted(folder .. "/"), quoted(said)))
        local file = io.open(said)
        local text = file and file:read("a") or ""
        if file then file:close() end
        if not done then
            complain(text ~= "" and text:gsub("\n$", "") or "atrous: the program failed")
        elseif text ~= "" then
            io.stderr:write(text)
        end
        os.remove(said)
        run("rm -rf " .. quoted(target.aside))
    end
end

-- Formats that keep what atrous adds; a JPEG would be compressed twice.
local function supported(storage, format)
    return format.plugin_name == "tiff" or format.plugin_name == "png" or format.plugin_name == "exr"
end

dt.register_storage("atrous", "export through atrous", store, finalize, supported, nil)
