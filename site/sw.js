// Keep the page on the device: it opens without a network from the second visit on. The build puts VERSION
// and FILES (size and hash of every file) above this line. A new version is loaded beside the old one and
// waits until the page asks for it; files that did not change are taken over.
const CACHE = `listbuilder-${VERSION}`;
const HERE = new URL(".", self.location.href);
const ON_DEMAND = /^parts\/(?!engine|rest)|\.gz$|^licenses/;
const MARK = "x-listbuilder-hash";

function addressOf(place) {
  return new URL(place === "index.html" ? "./" : place, HERE).href;
}

async function keep(cache, place) {
  const hash = FILES[place] ? FILES[place][1] : VERSION;
  const address = addressOf(place);
  for (const name of await caches.keys()) {
    const old = await (await caches.open(name)).match(address);
    if (old && old.headers.get(MARK) === hash) {
      await cache.put(address, old);
      return;
    }
  }
  const response = await fetch(address, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${place}: ${response.status}`);
  await cache.put(address, await mark(response, hash));
}

async function keepParts(names) {
  const cache = await caches.open(CACHE);
  for (const place of names.map((name) => `parts/${name}.part`)) {
    if (FILES[place] && !(await cache.match(addressOf(place)))) await keep(cache, place);
  }
}

async function mark(response, hash) {
  const headers = new Headers(response.headers);
  headers.set(MARK, hash);
  headers.delete("content-encoding");
  headers.delete("content-length");
  return new Response(await response.blob(), { status: 200, headers });
}

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      for (const place of Object.keys(FILES)) if (!ON_DEMAND.test(place)) await keep(cache, place);
      await keep(cache, "files.js");
      // Games that this device has used stay usable after an update.
      for (const place of Object.keys(FILES)) {
        if (!ON_DEMAND.test(place)) continue;
        for (const name of await caches.keys()) {
          if (name !== CACHE && (await (await caches.open(name)).match(addressOf(place)))) await keep(cache, place);
        }
      }
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith("listbuilder-") && name !== CACHE) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "use-new-version") self.skipWaiting();
  if (event.data.keep) event.waitUntil(keepParts(event.data.keep));
});

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || !address.href.startsWith(HERE.href)) return;
  address.search = "";
  address.hash = "";
  event.respondWith(
    (async () => {
      const cache = await caches.open(CACHE);
      const place = address.href.slice(HERE.href.length).replace(/^index\.html$/, "");
      const kept = await cache.match(addressOf(place || "index.html"));
      if (kept) return kept;
      const response = await fetch(event.request);
      if (response.ok && FILES[place]) await cache.put(address.href, await mark(response.clone(), FILES[place][1]));
      return response;
    })(),
  );
});
