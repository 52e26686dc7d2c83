"""Collects the libraries that files of a wheel load, as Debian's packages have them, next to these files.

Each copy gets a hash in its name, as auditwheel does it, so that the same library of the system, which a graphics driver or another
Python module loads, stays another one. Libraries of the policy manylinux that drivers load, too, stay the system's.
A library that matches `absent`, and what only it needs, is left out: its functions become functions of one small library that end
the program with their name. OpenImageIO 2.4 of Debian needs 264 libraries, of which 220 are for video, DICOM, volumes, OpenColorIO
and fonts, which the program never requests from it.
"""
import hashlib
import os
import re
import shutil
import subprocess

SYSTEM = re.compile(r'(ld-linux-x86-64|libc|libm|libdl|librt|libpthread|libstdc\+\+|libgcc_s)\.so')

# Functions of what is left out that run when a library is loaded: they do nothing.
IDLE = re.compile(r'_ZN10DiRegister[CD]\dEv')

# Folders of the system where libraries search for plug-ins, which another version may have installed.
FOREIGN = re.compile(rb'/usr/lib/x86_64-linux-gnu/(libheif/plugins|hwloc)(?=\0)')


def output_of(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def needed(path):
    return re.findall(r'\(NEEDED\).*\[(.*?)\]', output_of('readelf', '-dW', path))


def places(path):
    """Libraries by name, as the loader of this machine finds them."""
    return dict(re.findall(r'(\S+) => (/\S+)', output_of('ldd', path)))


def symbols(path):
    """Type, section, size, name and version of each dynamic symbol."""
    for line in output_of('readelf', '--dyn-syms', '-W', path).splitlines():
        row = line.split()
        if len(row) >= 8 and row[0].rstrip(':').isdigit() and row[4] != 'LOCAL':
            name, _, version = row[7].partition('@')
            yield row[3], row[6], int(row[2], 0), name, version.lstrip('@')


def closure(files, absent):
    """The libraries to copy, by name, and those to leave out, by name, with their places."""
    todo, kept, left = list(files), {}, {}
    own = {soname(path) for path in files}
    while todo:
        path = todo.pop()
        where = places(path)
        for name in needed(path):
            if SYSTEM.match(name) or name in own or name in kept or name in left or name not in where:
                continue
            if absent and re.match(absent, name):
                left[name] = where[name]
            else:
                kept[name] = os.path.realpath(where[name])
                todo.append(kept[name])
    return kept, left


def make_absent(left, users, out):
    """Makes the library of what is left out, with the symbols that `users` need."""
    wanted = {name for user in users for _, section, _, name, _ in symbols(user) if section == 'UND'}
    code, versions, seen = [], {}, set()
    for kind, section, size, name, version in (one for path in left.values() for one in symbols(path)):
        if section == 'UND' or name not in wanted or name in seen or kind not in ('FUNC', 'IFUNC', 'OBJECT'):
            continue
        seen.add(name)
        versions.setdefault(version, []).append(name)
        if kind != 'OBJECT':
            body = 'xor %eax,%eax\nret' if IDLE.match(name) else f'lea 1f(%rip),%rdi\njmp absent\n.section .rodata\n1: .asciz "{name}"'
            code += ['.text', f'.globl "{name}"', f'.type "{name}",@function', f'"{name}": {body}']
        else:
            # A type of an exception is compared with others, so it is one.
            value = f'.quad _ZTVN10__cxxabiv117__class_type_infoE+16, 1f, 0\n1: .asciz "{name[4:]}"' if name.startswith('_ZTI') else f'.zero {max(size, 8)}'
            code += ['.data', '.balign 32', f'.globl "{name}"', f'.type "{name}",@object', f'.size "{name}",{size}', f'"{name}": {value}']
    base = os.path.splitext(out)[0]
    with open(base + '.s', 'w', encoding='ascii') as file:
        file.write('\n'.join(code + ['.section .note.GNU-stack,"",@progbits']) + '\n')
    with open(base + '.c', 'w', encoding='ascii') as file:
        file.write('#include <stdio.h>\n#include <stdlib.h>\n__attribute__((visibility("hidden"))) void absent(const char* name) {\n'
                   '    fprintf(stderr, "atrous: the wheel leaves out the library that has %s\\n", name);\n    abort();\n}\n')
    with open(base + '.map', 'w', encoding='ascii') as file:
        for version, names in sorted(versions.items()):
            file.write((version or 'ATROUS_ABSENT') + ' { global: ' + ' '.join(f'"{name}";' for name in names) + ' };\n')
    output_of('gcc', '-shared', '-s', '-O1', '-fPIC', '-Wl,--build-id=none', '-o', out, base + '.s', base + '.c', '-Wl,--version-script=' + base + '.map',
              '-Wl,-soname,' + os.path.basename(out), '-lstdc++')


def hashed(path):
    """libtiff.so.6 as libtiff-0123abcd.so.6. The program opens the OpenCL loader by its name."""
    name = soname(path)
    if name.startswith('libOpenCL.'):
        return name
    with open(path, 'rb') as file:
        digest = hashlib.sha256(file.read()).hexdigest()[:8]
    stem, dot, rest = name.partition('.so')
    return f'{stem}-{digest}{dot}{rest}'


def soname(path):
    found = re.search(r'\(SONAME\).*\[(.*?)\]', output_of('readelf', '-dW', path))
    return found.group(1) if found else os.path.basename(path)


def patch(path, names, rpath, own=None):
    """Lets the file load the copies, from folders relative to its own."""
    command = ['patchelf', '--set-rpath', rpath]
    for name in needed(path):
        if name in names:
            command += ['--replace-needed', name, names[name]]
    if own:
        command += ['--set-soname', own]
    output_of(*command, path)


def bundle(files, folder, absent, work):
    """Copies what `files` (path: where it searches) need into the folder, and lets them find it. Returns the places of the originals, by name."""
    kept, left = closure(files, absent)
    names, copies = {}, {}
    if left:
        stub = os.path.join(work, 'libatrous-absent.so')
        make_absent(left, list(files) + list(kept.values()), stub)
        copy_name = hashed(stub)
        names.update({name: copy_name for name in left})
        shutil.copy(stub, os.path.join(folder, copy_name))
        patch(os.path.join(folder, copy_name), {}, '$ORIGIN', copy_name)
    for name, path in kept.items():
        names[name] = hashed(path)
        copies[names[name]] = path
        with open(path, 'rb') as file, open(os.path.join(folder, names[name]), 'wb') as copy:
            copy.write(FOREIGN.sub(lambda found: b'/dev/null'.ljust(len(found.group()), b'\0'), file.read()))
        os.chmod(os.path.join(folder, names[name]), 0o755)
    for name in copies:
        patch(os.path.join(folder, name), names, '$ORIGIN', name)
    for path, rpath in files.items():
        patch(path, names, rpath)
    return copies
