"""Lists what a wheel contains of Debian: an SPDX 2.3 document, and the licences of each package."""
import hashlib
import json
import os
import re
import subprocess
import time

from libraries import output_of


def package_of(path):
    """The binary package that has a file. /lib is a link to /usr/lib, of which dpkg knows either."""
    for name in (path, path.removeprefix('/usr')):
        found = subprocess.run(['dpkg-query', '-S', name], capture_output=True, text=True, check=False).stdout
        if found:
            return found.split(': ')[0].split(', ')[0]
    raise SystemExit(f'{path} is in no Debian package')


def packages(copies):
    """Rows by package: name, version, source, files with their checksums."""
    rows = {}
    for name, path in sorted(copies.items()):
        package = package_of(path)
        if package not in rows:
            version, source, home = output_of('dpkg-query', '-W', '-f', '${Version}\n${source:Package} ${source:Version}\n${Homepage}', package).split('\n')
            rows[package] = {'name': package.split(':')[0], 'version': version, 'source': source, 'home': home, 'files': {}}
        with open(path, 'rb') as file:
            rows[package]['files'][name] = hashlib.sha256(file.read()).hexdigest()
    return rows


def copyright_of(row):
    with open(f'/usr/share/doc/{row["name"]}/copyright', encoding='utf-8') as file:
        return file.read()


def copy_licences(rows, folder):
    """Copies Debian's copyright files and the common licences that they name. Returns the names in the folder."""
    os.makedirs(folder, exist_ok=True)
    names, common = [], {'Apache-2.0', 'GPL-3'}
    for row in rows.values():
        text = copyright_of(row)
        common |= set(re.findall(r'/usr/share/common-licenses/([A-Z][A-Za-z0-9.-]*[A-Za-z0-9])', text))
        names.append(f'{row["name"]}.txt')
        with open(f'{folder}/{names[-1]}', 'w', encoding='utf-8') as file:
            file.write(text)
    for name in sorted(common):
        if os.path.exists(f'/usr/share/common-licenses/{name}'):
            names.append(f'common-{name}.txt')
            with open(f'/usr/share/common-licenses/{name}', encoding='utf-8') as file, open(f'{folder}/{names[-1]}', 'w', encoding='utf-8') as out:
                out.write(file.read())
    return names


def licence_names(row):
    return ', '.join(dict.fromkeys(re.findall(r'^License: *(\S.*)$', copyright_of(row), re.M))) or 'see the copyright file'


def document(name, version, licence, rows):
    made = time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(int(os.environ.get('SOURCE_DATE_EPOCH', '1577836800'))))
    listed = [{'SPDXID': 'SPDXRef-wheel', 'name': name, 'versionInfo': version, 'downloadLocation': 'NOASSERTION', 'filesAnalyzed': False,
               'licenseConcluded': licence, 'licenseDeclared': licence, 'copyrightText': 'NOASSERTION'}]
    relations = [{'spdxElementId': 'SPDXRef-DOCUMENT', 'relationshipType': 'DESCRIBES', 'relatedSpdxElement': 'SPDXRef-wheel'}]
    for row in rows.values():
        identity = 'SPDXRef-' + re.sub(r'[^A-Za-z0-9.-]', '-', row['name'])
        listed.append({
            'SPDXID': identity, 'name': row['name'], 'versionInfo': row['version'], 'supplier': 'Organization: Debian',
            'downloadLocation': 'NOASSERTION', 'homepage': row['home'] or 'NOASSERTION', 'filesAnalyzed': False, 'sourceInfo': f'source package {row["source"]}',
            'licenseConcluded': 'NOASSERTION', 'licenseDeclared': 'NOASSERTION', 'copyrightText': 'NOASSERTION',
            'licenseComments': f'licenses/{row["name"]}.txt: {licence_names(row)}',
            'comment': 'before names and search paths were changed: ' + ', '.join(f'{file} sha256:{digest}' for file, digest in row['files'].items()),
            'externalRefs': [{'referenceCategory': 'PACKAGE-MANAGER', 'referenceType': 'purl',
                              'referenceLocator': f'pkg:deb/debian/{row["name"]}@{row["version"].replace("+", "%2B")}?arch=amd64&distro=bookworm'}]})
        relations.append({'spdxElementId': 'SPDXRef-wheel', 'relationshipType': 'CONTAINS', 'relatedSpdxElement': identity})
    digest = hashlib.sha256(json.dumps(listed, sort_keys=True).encode()).hexdigest()[:32]
    return json.dumps({'spdxVersion': 'SPDX-2.3', 'dataLicense': 'CC0-1.0', 'SPDXID': 'SPDXRef-DOCUMENT', 'name': f'{name}-{version}',
                       'documentNamespace': f'https://spdx.org/spdxdocs/{name}-{version}-{digest}',
                       'creationInfo': {'created': made, 'creators': ['Tool: atrous data/package/wheel/sbom.py']},
                       'packages': listed, 'relationships': relations}, indent=1) + '\n'
