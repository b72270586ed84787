"""backend: builds the Python package, for pip (PEP 517, 660) and for distributions.

    pip install --no-index integrations/python
    python3 integrations/python/backend.py --install DIR     # DIR/shoal, as packages want it

Python's standard library only. The headers of include/shoal go into the package, which reads its
declarations from them; their version is the package's.
"""

import base64
import hashlib
import importlib.util
import io
import pathlib
import sys
import tarfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
# The date of every file in the wheel: the same input gives the same bytes.
EPOCH = (1980, 1, 1, 0, 0, 0)


def _headers():
    """The module that knows where the headers are; the package itself needs cffi."""
    spec = importlib.util.spec_from_file_location("_headers", HERE / "shoal" / "_headers.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _project():
    """The fields of pyproject.toml that metadata needs. tomllib is in Python since 3.11 only."""
    text = (HERE / "pyproject.toml").read_text(encoding="utf-8")

    def field(name):
        return next(line.split("=", 1)[1].strip() for line in text.splitlines()
                    if line.startswith(name + " = "))

    strip = '"[] '
    return {"name": field("name").strip(strip), "summary": field("description").strip(strip),
            "python": field("requires-python").strip(strip),
            "requires": [x.strip(strip) for x in field("dependencies").split(",")]}


def _metadata():
    project = _project()
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}",
             f"Version: {_headers().version()}", f"Summary: {project['summary']}", "License: MIT",
             f"Requires-Python: {project['python']}",
             *(f"Requires-Dist: {r}" for r in project["requires"]),
             "Description-Content-Type: text/markdown", ""]
    return "\n".join(lines) + "\n" + (HERE / "README.md").read_text(encoding="utf-8")


def _package_files():
    """(name in the package's parent folder, contents) of all files."""
    for path in sorted((HERE / "shoal").glob("*.py")):
        yield f"shoal/{path.name}", path.read_bytes()
    for path in sorted(_headers().folder().glob("*.h")):
        yield f"shoal/include/shoal/{path.name}", path.read_bytes()


def _write_wheel(directory, files):
    name = f"shoal-{_headers().version()}"
    info = f"{name}.dist-info"
    files = [*files, (f"{info}/METADATA", _metadata().encode()),
             (f"{info}/WHEEL", b"Wheel-Version: 1.0\nGenerator: shoal\nRoot-Is-Purelib: true\n"
                               b"Tag: py3-none-any\n")]
    record = []
    for path, data in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record.append(f"{path},sha256={digest},{len(data)}")
    record.append(f"{info}/RECORD,,")
    files.append((f"{info}/RECORD", ("\n".join(record) + "\n").encode()))
    wheel = f"{name}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(directory) / wheel, "w", zipfile.ZIP_DEFLATED) as out:
        for path, data in files:
            entry = zipfile.ZipInfo(path, EPOCH)
            entry.external_attr = 0o644 << 16
            out.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return _write_wheel(wheel_directory, _package_files())


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """A wheel that points here: the headers and the library are then those of the checkout."""
    return _write_wheel(wheel_directory, [("shoal.pth", f"{HERE}\n".encode())])


def build_sdist(sdist_directory, config_settings=None):
    """The package with its headers inside, as it is after an installation."""
    name = f"shoal-{_headers().version()}"
    files = [*_package_files(), ("PKG-INFO", _metadata().encode()),
             *((n, (HERE / n).read_bytes()) for n in ("pyproject.toml", "backend.py", "README.md"))]
    with tarfile.open(pathlib.Path(sdist_directory) / f"{name}.tar.gz", "w:gz") as out:
        for path, data in files:
            entry = tarfile.TarInfo(f"{name}/{path}")
            entry.size = len(data)
            out.addfile(entry, io.BytesIO(data))
    return f"{name}.tar.gz"


def install(directory):
    for path, data in _package_files():
        target = pathlib.Path(directory) / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] != "--install":
        sys.exit("usage: backend.py --install DIR")
    install(sys.argv[2])
