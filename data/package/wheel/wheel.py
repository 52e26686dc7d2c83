#!/usr/bin/env python3
"""Packs the Python packages: the program with what it loads, and PoCL with what that loads.

    wheel.py atrous PREFIX OUT       of an installation in PREFIX (cmake --install, with lib as CMAKE_INSTALL_LIBDIR)
    wheel.py pocl VERSION OUT        of Debian's packages libpocl2 and libpocl2-common

VERSION is that of the program. Needs patchelf, readelf, gcc and dpkg-query of the Debian 12 that the files are from. Files lie where
pip installs them: bin, lib/atrous and share below the prefix of the environment, so the program finds its module from /proc/self/exe,
and no Python starts it. A wheel contains its licences and a list of all libraries (SPDX 2.3) in its dist-info folder.
"""
import base64
import csv
import hashlib
import io
import os
import shutil
import sys
import tempfile
import time
import zipfile

import libraries
import sbom
from libraries import output_of

HERE = os.path.dirname(os.path.abspath(__file__))
TAG = 'py3-none-manylinux_2_36_x86_64'
LIB = '/usr/lib/x86_64-linux-gnu'
# OpenImageIO's video, DICOM, volumes, colour configurations and fonts.
UNUSED_BY_PROGRAM = r'lib(opencv|dcm|oflog|ofstd|av|sw|openvdb|OpenColorIO|freetype)'
# Line editing, a solver for clang's analyser, and Windows manifests.
UNUSED_BY_LLVM = r'lib(edit|z3|xml2)\.'
# Under the GNU GPL, version 2, unlike the program without Exiv2, which then neither writes HEIC nor reads TIFF files with JBIG.
GPL = r'libx265|libjbig'


def copy(source, target, mode=None):
    os.makedirs(os.path.dirname(target), exist_ok=True)
    shutil.copyfile(source, target)
    os.chmod(target, mode or (0o755 if os.access(source, os.X_OK) else 0o644))


def write(path, text, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    os.chmod(path, mode)


def files_below(folder):
    for at, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            yield os.path.relpath(os.path.join(at, name), folder)


def metadata(name, version, licence, summary, extra):
    licences = [f'License-File: {one}' for one in sorted(extra['licences'])]
    return '\n'.join(['Metadata-Version: 2.4', f'Name: {name}', f'Version: {version}', f'Summary: {summary}', f'License-Expression: {licence}',
                      *licences, 'Requires-Python: >=3.9', 'Classifier: Operating System :: POSIX :: Linux', *extra['lines'],
                      'Description-Content-Type: text/plain', '', extra['text']]) + '\n'


def pack(tree, name, version, out):
    """Writes the wheel of a tree, always with the same bytes for the same files and SOURCE_DATE_EPOCH."""
    info = f'{name}-{version}.dist-info'
    write(f'{tree}/{info}/WHEEL', f'Wheel-Version: 1.0\nGenerator: atrous data/package/wheel\nRoot-Is-Purelib: false\nTag: {TAG}\n')
    date = time.gmtime(int(os.environ.get('SOURCE_DATE_EPOCH', '1577836800')))[:6]
    record = io.StringIO()
    rows = csv.writer(record, lineterminator='\n')
    path = os.path.join(out, f'{name}-{version}-{TAG}.whl')
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        def add(file, data, mode):
            entry = zipfile.ZipInfo(file, date)
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data, compresslevel=9)
        for file in files_below(tree):
            with open(os.path.join(tree, file), 'rb') as opened:
                data = opened.read()
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()
            rows.writerow([file, f'sha256={digest}', len(data)])
            add(file, data, 0o755 if os.access(os.path.join(tree, file), os.X_OK) else 0o644)
        rows.writerow([f'{info}/RECORD', '', ''])
        add(f'{info}/RECORD', record.getvalue().encode(), 0o644)
    print(f'{path}: {os.path.getsize(path) / 1e6:.1f} MB')


def describe(tree, name, version, licence, copies):
    """Adds licences and the list of libraries. Returns the names of the licence files."""
    info = f'{tree}/{name}-{version}.dist-info'
    packages = sbom.packages(copies)
    licences = sbom.copy_licences(packages, f'{info}/licenses')
    if name == 'atrous':
        copy(f'{HERE}/../../../LICENSE', f'{info}/licenses/LICENSE')
        licences.append('LICENSE')
    write(f'{info}/sboms/{name}.spdx.json', sbom.document(name, version, licence, packages))
    return licences


def pack_program(prefix, out):
    program = f'{prefix}/bin/atrous'
    version = output_of(program, '--version').split()[1]
    exiv2 = any(name.startswith('libexiv2') for name in libraries.needed(f'{prefix}/lib/atrous/atrous-module.so'))
    with tempfile.TemporaryDirectory() as work:
        tree = f'{work}/tree'
        data = f'{tree}/atrous-{version}.data'
        folder = f'{data}/data/lib/atrous'
        copy(program, f'{data}/scripts/atrous')
        copy(f'{prefix}/lib/atrous/atrous-module.so', f'{folder}/atrous-module.so', 0o755)
        copy(f'{prefix}/lib/libatrous.so.0', f'{folder}/libatrous.so.0', 0o755)
        shutil.copytree(f'{prefix}/share', f'{data}/data/share', ignore=shutil.ignore_patterns('__pycache__'))
        module = [file for file in files_below(prefix) if os.path.basename(file) == 'atrous.py' and 'wrappers' not in file]
        copy(f'{prefix}/{module[0]}', f'{tree}/atrous.py')
        # The second folder is the same in the wheel itself, where auditwheel reads it.
        files = {f'{data}/scripts/atrous': '$ORIGIN/../lib/atrous:$ORIGIN/../data/lib/atrous',
                 f'{folder}/atrous-module.so': '$ORIGIN', f'{folder}/libatrous.so.0': '$ORIGIN'}
        copies = libraries.bundle(files, folder, UNUSED_BY_PROGRAM + ('' if exiv2 else '|' + GPL), work)
        copies.update({path: f'/usr/include/{path}' for path in ('cxxopts.hpp', 'nlohmann/json.hpp', 'CL/opencl.hpp')})  # parts of the module
        licence = 'GPL-3.0-or-later' if exiv2 else 'Apache-2.0'
        extra = {'licences': describe(tree, 'atrous', version, licence, copies), 'text': PROGRAM_TEXT,
                 'lines': ['Provides-Extra: cpu', f"Requires-Dist: atrous-pocl == {version} ; extra == 'cpu'",
                           'Provides-Extra: numpy', "Requires-Dist: numpy ; extra == 'numpy'"]}
        summary = 'Local contrast and denoising of photographs and renders, in batches, on any OpenCL device'
        write(f'{tree}/atrous-{version}.dist-info/METADATA', metadata('atrous', version, licence, summary, extra))
        pack(tree, 'atrous', version, out)


PROGRAM_TEXT = '''The program atrous with its libraries, its C library and the Python module (extra numpy).
The extra cpu adds PoCL, which computes on the CPU where no OpenCL driver is installed. Install it into an environment or with --user; with
--target, pip leaves the libraries out.

The sources of atrous are under the Apache License 2.0. With Exiv2 in it (License-Expression: GPL-3.0-or-later) the package may be used,
changed and distributed under the GNU General Public License, version 3 or later. The other libraries are copies from Debian 12 with
their own licences, which are in the folder licenses; sboms lists them with version and source package.'''

POCL_TEXT = '''PoCL 3.1 of Debian 12 with its compiler (LLVM 15, clang) and GNU ld: an OpenCL device for atrous on every x86-64 processor.
Only atrous finds it. All files are copies from Debian 12 with their own licences, which are in the folder licenses; sboms lists them
with version and source package.'''


def stage_linker(pocl):
    """GNU ld, and what PoCL links kernels with, for systems without a compiler. libm and libc are names of the system's libraries."""
    copy('/usr/bin/x86_64-linux-gnu-ld.bfd', f'{pocl}/bin/ld.bfd', 0o755)
    write(f'{pocl}/bin/x86_64-pc-linux-gnu-ld', '#!/bin/sh\nexec "${0%/*}/ld.bfd" "$@" -L"${0%/*}/../lib/link"\n', 0o755)
    link = f'{pocl}/lib/link'
    copy(output_of('gcc', '-print-libgcc-file-name').strip(), f'{link}/libgcc.a')
    decimal = [name for name in output_of('ar', 't', f'{link}/libgcc.a').split() if name.startswith('bid')]  # numbers that OpenCL does not have
    output_of('ar', 'dD', f'{link}/libgcc.a', *decimal)
    write(f'{link}/libgcc_s.a', '!<arch>\n')
    for name in ('libm.so', 'libc.so'):
        output_of('gcc', '-shared', '-s', '-nostdlib', '-Wl,--build-id=none', f'-Wl,-soname,{name}.6', '-o', f'{link}/{name}', '-x', 'c', '/dev/null')
        os.chmod(f'{link}/{name}', 0o644)


def pack_pocl(version, out):
    with tempfile.TemporaryDirectory() as work:
        tree = f'{work}/tree'
        pocl = f'{tree}/atrous_pocl-{version}.data/data/lib/atrous/pocl'
        driver = f'{pocl}/lib/driver'
        copy(f'{LIB}/libpocl.so.2', f'{driver}/libpocl.so.2', 0o755)
        files = {f'{driver}/libpocl.so.2': '$ORIGIN', f'{pocl}/bin/ld.bfd': '$ORIGIN/../lib/driver'}
        for name in ('basic', 'pthread'):
            part = f'{driver}/pocl/libpocl-devices-{name}.so'
            copy(f'{LIB}/pocl/libpocl-devices-{name}.so', part, 0o755)
            files[part] = '$ORIGIN:$ORIGIN/..'
        # Processors with AVX use the functions for AVX, older ones those for SSE2 (src/opencl/platforms.cpp).
        shutil.copytree('/usr/share/pocl', f'{pocl}/share/pocl', ignore=shutil.ignore_patterns('*GENERIC*', '*sse3*', '*sse41*', '*avx_*'))
        stage_linker(pocl)
        copies = libraries.bundle(files, driver, UNUSED_BY_LLVM, work)
        sources = ['/usr/share/pocl/include/pocl.h', f'{LIB}/libpocl.so.2', '/usr/bin/x86_64-linux-gnu-ld.bfd', output_of('gcc', '-print-libgcc-file-name').strip()]
        copies.update({os.path.basename(path): os.path.realpath(path) for path in sources})
        licence = 'MIT AND Apache-2.0 WITH LLVM-exception AND GPL-3.0-or-later'
        extra = {'licences': describe(tree, 'atrous_pocl', version, licence, copies), 'text': POCL_TEXT, 'lines': []}
        write(f'{tree}/atrous_pocl-{version}.dist-info/METADATA',
              metadata('atrous-pocl', version, licence, 'PoCL, an OpenCL device on the CPU, for atrous', extra))
        pack(tree, 'atrous_pocl', version, out)


def main():
    what, given, out = sys.argv[1:]
    os.makedirs(out, exist_ok=True)
    {'atrous': pack_program, 'pocl': pack_pocl}[what](given, out)


main()
