// Keeps the files of a companion for use without a network. GAME, VERSION and FILES are set above.

const KEPT = `${GAME}${VERSION}`;
const here = new URL("./", location).pathname;

/** Take all files anew, past the browser's own store, which may hold those of another version. */
async function install() {
  const cache = await caches.open(KEPT);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  await skipWaiting();
}

/** Drop other versions, and serve the pages that are open. */
async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(GAME) && name !== KEPT);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

/** The kept answer, or the host's. */
async function answer(request) {
  const path = new URL(request.url).pathname;
  const cache = await caches.open(KEPT);
  return (await cache.match(path === `${here}index.html` ? "./" : request, { ignoreSearch: true })) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
// A browser that is busy may leave a new version waiting, whatever it asked for when it was installed.
addEventListener("message", (event) => event.waitUntil(skipWaiting()));
addEventListener("activate", (event) => event.waitUntil(activate()));
// What changes all the time is the host's own affair.
addEventListener("fetch", (event) => /\/(live|guest|game(\/\w+)?)$/.test(new URL(event.request.url).pathname) || event.respondWith(answer(event.request)));
