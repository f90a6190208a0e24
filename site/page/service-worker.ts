/** Keeps all files of the site, so that it works offline. The build puts the list of files and its digest in. */
declare const FILES: readonly string[];
declare const VERSION: string;

interface Scope {
  addEventListener(
    type: "install" | "activate",
    listener: (event: { waitUntil(done: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(
    type: "fetch",
    listener: (event: { request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
}

const scope = self as unknown as Scope;
const NAME = `loopguard-${VERSION}`;

scope.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});

scope.addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys())
      if (name.startsWith("loopguard-") && name !== NAME) await caches.delete(name);
  };
  event.waitUntil(old());
});

scope.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const answer = async () => {
    const kept = await caches.match(event.request, { ignoreSearch: true });
    return kept ?? fetch(event.request);
  };
  event.respondWith(answer());
});
