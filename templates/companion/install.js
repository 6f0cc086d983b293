// Lets browsers install the companion where it is served; opened as a file, it stays as it is.

const LINKS = { manifest: "app.webmanifest", icon: "icon-192.png", "apple-touch-icon": "icon-192.png" };
const workers = navigator.serviceWorker; // only over HTTPS and on this machine

/** Look for a new version, and have it take over as soon as it is complete. */
async function renew(kept) {
  const hurry = () => kept.waiting?.postMessage("take over");
  kept.addEventListener("updatefound", () => kept.installing.addEventListener("statechange", hurry));
  hurry();
  await kept.update();
}

if (/^https?:$/.test(location.protocol)) {
  for (const [rel, href] of Object.entries(LINKS)) document.head.append(Object.assign(document.createElement("link"), { rel, href }));
  if (workers) {
    const before = workers.controller;
    // A new version takes the place of the kept one, which was shown first.
    workers.addEventListener("controllerchange", () => before && location.reload());
    // Browsers look for one by themselves, but on a busy machine much later.
    workers.register("worker.js", { updateViaCache: "none" }).then(renew).catch(() => {});
  }
}
