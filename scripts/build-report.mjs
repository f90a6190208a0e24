/** Bundles lib/cli/report/page, the page of `loopguard scan --html`, into one HTML text with a place for the data. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = join(root, "lib", "cli", "report", "page");

/** The placeholder of the data in page.html. */
const DATA = "<!-- data -->";

/** `{ before, after }`: the page before and after the data. */
export function bundlePage() {
  const script = bundle("main.ts");
  const style = bundle("page.css");
  // Only scripts that were built here may run, and nothing may be fetched, whatever a result's text contains.
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const source = readFileSync(join(page, "page.html"), "utf8").replace(/^<!-- biome-.*\n/gm, "");
  const html = fill(source, {
    "<!-- policy -->": `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    "<!-- style -->": `<style>${style}</style>`,
    "<!-- script -->": `<script>${script}</script>`,
  });
  const [before, after, ...rest] = html.split(DATA);
  if (after === undefined || rest.length > 0) throw new Error(`page.html must have ${DATA} once`);
  return { before, after };
}

/** Writes the page for out/cli/report/render.js; run after tsc. */
export function buildReport(file = join(root, "dist", "cli", "report", "template.js")) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    `/** Made by scripts/build-report.mjs. */\nexport const template = ${JSON.stringify(bundlePage())};\n`,
  );
}

function bundle(entry) {
  const { outputFiles } = buildSync({
    entryPoints: [join(page, entry)],
    bundle: true,
    minify: true,
    write: false,
    charset: "utf8",
    legalComments: "none",
    target: ["es2022", "chrome123", "firefox120", "safari17.5"], // those that know CSS light-dark()
  });
  return outputFiles[0].text;
}

function hash(text) {
  return `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
}

function fill(html, parts) {
  for (const [mark, text] of Object.entries(parts)) {
    if (html.split(mark).length !== 2) throw new Error(`page.html must have ${mark} once`);
    html = html.replace(mark, () => text);
  }
  return html;
}
