// Compile a folder of Python modules with the Python that will run them, and measure nothing else.
//   node compile.mjs PYODIDE FOLDER
// A module is replaced by its compiled form without docstrings: the page starts faster and is smaller.
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [pyodideFolder, folder] = process.argv.slice(2).map((word) => resolve(word));
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodideFolder}/` });
const loaded = python.runPython(`
import json, sys
json.dumps(sorted({name.partition(".")[0] for name in sys.modules}))
`);
python.FS.mkdirTree("/build");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/build");
const failed = python.runPython(`
import pathlib, py_compile
failed = []
for file in sorted(pathlib.Path("/build").rglob("*.py")):
    place = file.relative_to("/build")
    try:
        py_compile.compile(str(file), str(file) + "c", dfile=str(place), doraise=True, optimize=2,
                           invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    except py_compile.PyCompileError as error:
        failed.append(f"{place}: {error.msg}")
    else:
        file.unlink()
"\\n".join(failed)
`);
// The names of what its start loads are printed: these must stay where it looks for them first.
console.log(loaded);
if (failed) {
  console.error(failed);
  process.exit(1);
}
