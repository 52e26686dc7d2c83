#!/usr/bin/env python3
"""stub_libraries.py FOLDER OUT PATTERN: copies the libraries of FOLDER/lib that the programs of FOLDER/bin need to OUT. Those whose names match
PATTERN, and what only they need, are left out: empty libraries with the same symbols take their place (functions return 0), so that a
small bundle starts. For product.sh, whose images are of no format that needs them."""
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE, OUT, PATTERN = sys.argv[1], sys.argv[2], re.compile(sys.argv[3])
LIBRARIES = {name: f"{SOURCE}/lib/{name}" for name in os.listdir(f"{SOURCE}/lib")}


def told(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def symbols(path):
    """type, binding, section, size and name@version of each dynamic symbol."""
    for line in told("readelf", "--dyn-syms", "-W", path).splitlines():
        f = line.split()
        if len(f) >= 8 and f[0].rstrip(":").isdigit():
            yield f[3], f[4], f[6], int(f[2], 0), f[7]


def needed():
    """Files that are kept, and names of libraries that become stubs."""
    todo = [f"{SOURCE}/bin/{name}" for name in os.listdir(f"{SOURCE}/bin")]
    files, stubs = list(todo), set()
    while todo:
        for name in re.findall(r"NEEDED.*\[(.*?)\]", told("readelf", "-dW", todo.pop())):
            path = LIBRARIES.get(name)
            if path and PATTERN.search(name):
                stubs.add(name)
            elif path and path not in files:
                files.append(path)
                todo.append(path)
    return files, stubs


def versions_of(path):
    """Versions of symbols that the library defines."""
    text = told("readelf", "-VW", path)
    return set(re.findall(r"Name: (\S+)", text.split("Version needs")[0])) if "Version definition" in text else set()


def stub(name, wanted):
    """Makes an empty library with those of its symbols that are wanted."""
    code, data, seen, of_version = [".text"], [".data"], set(), collections.defaultdict(list)
    for kind, binding, section, size, full in symbols(LIBRARIES[name]):
        symbol, _, version = full.partition("@")
        if section == "UND" or binding == "LOCAL" or symbol not in wanted or symbol in seen:
            continue
        seen.add(symbol)
        of_version[version.lstrip("@")].append(symbol)
        if kind in ("FUNC", "IFUNC"):
            code += [f'.globl "{symbol}"', f'.type "{symbol}",@function', f'"{symbol}": xor %eax,%eax', " ret"]
        else:
            data += [f'.globl "{symbol}"', f'.type "{symbol}",@object', f'.size "{symbol}",{size}', ".balign 32", f'"{symbol}": .zero {max(size, 8)}']
    exported = [f"{version} {{ global: " + " ".join(f'"{symbol}";' for symbol in of_version[version]) + " };"
                for version in sorted(set(of_version) | versions_of(LIBRARIES[name])) if version not in ("", name)]
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/stub.s", "w", encoding="ascii") as file:
            file.write("\n".join(code + data) + "\n")
        with open(f"{folder}/stub.map", "w", encoding="ascii") as file:
            file.write("\n".join(exported + ["{ global: *; };"] * (not exported or "" in of_version)))
        told("gcc", "-shared", "-nostdlib", f"-Wl,-soname,{name}", f"-Wl,--version-script={folder}/stub.map", "-o", f"{OUT}/{name}", f"{folder}/stub.s")


def main():
    files, stubs = needed()
    wanted = {full.split("@")[0] for path in files for _, _, section, _, full in symbols(path) if section == "UND"}
    os.makedirs(OUT, exist_ok=True)
    kept = [path for path in files if path.startswith(f"{SOURCE}/lib/")]
    for path in kept:
        shutil.copy(path, OUT)
    for name in sorted(stubs):
        stub(name, wanted)
    print(len(kept), "libraries,", len(stubs), "stubs")


main()
