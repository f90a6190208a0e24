/** A static host for the site: what stands in the folder, and no headers of its own, as the plainest of hosts. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
};

/** Gives the address, and what closes it. `gzip`: compress, as most hosts do. */
export async function serve(folder, { gzip = false } = {}) {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://host").pathname);
    const file = normalize(path.endsWith("/") ? `${path}index.html` : path);
    try {
      const plain = await readFile(join(folder, file));
      const bytes = gzip ? gzipSync(plain) : plain;
      response.writeHead(200, {
        "content-type": TYPES[extname(file)] ?? "text/plain; charset=utf-8",
        ...(gzip ? { "content-encoding": "gzip" } : {}),
      });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const close = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
  return { address: `http://127.0.0.1:${server.address().port}/`, close };
}
