// Run the engine: the commands of listbuilder under Pyodide, in this worker, on files in its memory.
// A message is {id, words, files, wanted}; the answer {id, code, out, err, files} or {id, failed}.
import { FILES } from "./files.js";

const HERE = new URL(".", import.meta.url);
const LISTS = "/lists";
const ENGINE = "parts/engine.part";
const REST = "rest";
const KEPT = "x-listbuilder-hash"; // what the service worker answers from this device has this header
const FIRST = [...Object.keys(FILES).filter((place) => place.startsWith("pyodide/")), ENGINE];
const plainFetch = self.fetch.bind(self);
const total = FIRST.reduce((sum, place) => sum + FILES[place][0], 0);
let loaded = 0;
let told = 0;
let python = null;
let answer = null;

// Count what arrives, so that the page can show a bar: Pyodide fetches its files itself. What is kept on this device
// arrives at once and is handed on as it is, so that the browser can keep its compiled form, too.
self.fetch = async (...words) => {
  const response = await plainFetch(...words);
  if (!response.ok || !response.body || answer || response.headers.has(KEPT)) return response;
  const counter = new TransformStream({
    transform(piece, controller) {
      loaded += piece.byteLength;
      const percent = Math.min(100, Math.floor((100 * loaded) / total));
      if (percent !== told) postMessage({ progress: percent });
      told = percent;
      controller.enqueue(piece);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counter), { status, statusText, headers });
};

async function fetchPart(place) {
  const response = await self.fetch(new URL(place, HERE));
  if (!response.ok) throw new Error(`${place}: ${response.status}`);
  return response;
}

// The engine is packed so that the browser unpacks it while it arrives; the other parts are smaller, and Python unpacks them.
async function fetchEngine() {
  const { body } = await fetchPart(ENGINE);
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function loadPart(name) {
  unpack(await (await fetchPart(`parts/${name}.part`)).arrayBuffer());
}

// The rest of the program comes after the first verdict, or when it is needed.
let rest = null;
function loadRest() {
  rest ??= loadPart(REST).catch((error) => {
    rest = null;
    throw error;
  });
  return rest;
}

// A part is a list of places and lengths, then the contents, packed as a whole (tools/site/build.py).
const UNPACK = `
import importlib, json, lzma, os, site
def unpack(content):
    raw = content.to_bytes()
    raw = memoryview(lzma.decompress(raw) if raw.startswith(b"\\xfd7zXZ") else raw)
    folder, start = site.getsitepackages()[0], 4 + int.from_bytes(raw[:4], "big")
    made = set()
    for place, length in json.loads(bytes(raw[4:start])):
        path = f"{folder}/{place}"
        parent = path.rpartition("/")[0]
        if parent not in made:
            os.makedirs(parent, exist_ok=True)
            made.add(parent)
        with open(path, "wb") as file:
            file.write(raw[start : start + length])
        start += length
    importlib.invalidate_caches()
unpack`;
let unpack = null;
let last = Promise.resolve();

async function start() {
  const engine = fetchEngine();
  engine.catch(() => null); // reported below, where it is awaited
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  python = await loadPyodide({ indexURL: new URL("pyodide/", HERE).href, env: { HOME: LISTS, LANG: "C.UTF-8" } });
  unpack = python.runPython(UNPACK);
  unpack(await engine);
  python.FS.mkdirTree(LISTS);
  python.FS.chdir(LISTS);
  const begin = () => python.runPython("from listbuilder.pages.start import start; start()");
  try {
    answer = begin();
  } catch (error) {
    if (error.type !== "MissingPart") throw error;
    await loadRest(); // slower, but it starts: this browser needs a module that the build didn't foresee
    answer = begin();
  }
  postMessage({ ready: true });
}

const starting = start().catch((error) => {
  postMessage({ broken: String(error && error.message ? error.message : error) });
  throw error;
});
starting.then(
  () => last.then(() => loadRest().catch(() => null)), // after the lists that were waiting; else when it is needed
  () => null,
);

// Run a command; if a part of the program is missing, fetch it and run the command again.
async function run({ id, words, files = {}, wanted = [], columns = 80, fixing = null }) {
  await starting;
  if (words[0] !== "check") await loadRest(); // else it would be asked for after half of the work
  for (const [name, content] of Object.entries(files)) python.FS.writeFile(name, content);
  for (const name of wanted) if (python.FS.analyzePath(name).exists) python.FS.unlink(name);
  for (let tries = 0; ; tries += 1) {
    const said = JSON.parse(answer(JSON.stringify({ words, columns, fixing })));
    if (!said.needs) {
      const made = {};
      for (const name of wanted) if (python.FS.analyzePath(name).exists) made[name] = python.FS.readFile(name);
      return { id, code: said.code || 0, out: said.out || "", err: said.err || "", files: made };
    }
    if (tries > 20) throw new Error(`part ${said.needs} doesn't help`);
    if (said.needs === REST) await loadRest();
    else {
      postMessage({ part: said.needs });
      await loadPart(said.needs);
    }
  }
}

// One command after the other: they share the files.
self.addEventListener("message", (event) => {
  const asked = event.data;
  last = last.then(async () => {
    try {
      postMessage(await run(asked));
    } catch (error) {
      const offline = error instanceof TypeError && /fetch/i.test(error.message);
      postMessage({ id: asked.id, failed: String(error.message || error), offline });
    }
  });
});
