/**
 * Builds the site into site/dist, which any static host can serve: `npm run site`, after `npm run build:ts`. The page, the
 * documents, and the build of the package itself; no text twice.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { read } from "../scripts/findings.mjs";
import { bundle, root } from "./make/bundle.mjs";
import { examples, frameworks, numbers, summary } from "./make/content.mjs";
import { copiedFiles, documentPages, SEARCH, searchIndex } from "./make/documents.mjs";
import { escaped } from "./make/markdown.mjs";

const out = resolve(process.argv[2] ?? join(root, "site", "dist"));

/** The worker of a blob has it too; the core is compiled from bytes in its script. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "style-src 'self'",
  "img-src 'self' data:", // the icon, which browsers would ask for again and again
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** For hosts that read them: the same as the page's own, and what only a header can say. The service worker fetches the files of the site. */
const HEADERS = `/*
  Content-Security-Policy: ${POLICY}; frame-ancestors 'none'
  Referrer-Policy: no-referrer
  X-Content-Type-Options: nosniff
/service-worker.js
  ! Content-Security-Policy
  Content-Security-Policy: default-src 'none'; connect-src 'self'; script-src 'self'
`;

const ICON = `data:image/svg+xml,${encodeURIComponent(read("site/page/icon.svg").trim())}`;

const files = new Map();
const add = (path, content) => files.set(path, Buffer.from(content));
const inOut = (path) => path.slice(out.length + 1);
const digest = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 10);

const [{ text: worker }] = await bundle(["site/worker/main.ts"], { format: "iife", out });
const made = (values) =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join("\n");
const scripts = await bundle(["site/page/main.ts", "site/page/document.ts", "site/page/site.css"], {
  format: "esm",
  out,
  names: "[name]-[hash]",
  modules: {
    "made:worker": made({ text: worker }),
    "made:search": made({ index: searchIndex(), options: SEARCH }),
    "made:examples": made({ examples: examples() }),
    "made:frameworks": made({ frameworks: await frameworks() }),
  },
});
for (const { path, text } of scripts) add(inOut(path), text);
const named = (start, end) => [...files.keys()].find((path) => path.startsWith(start) && path.endsWith(end));
const imports = new Map(scripts.map(({ path, imports }) => [inOut(path), imports.map(inOut)]));

/** What a script needs before it runs, and what that needs. */
function needsOf(script, found = new Set()) {
  for (const path of imports.get(script) ?? []) if (!found.has(path)) needsOf(path, found.add(path));
  return found;
}

function filled(template, values) {
  return template.replace(/\{\{(\w+)\}\}/g, (mark, name) => {
    if (values[name] === undefined) throw new Error(`nothing for ${mark}`);
    return values[name];
  });
}

const frame = read("site/page/frame.html");
const style = named("site-", ".css");
const main = named("main-", ".js");
const page = ({ title, body, base, kind = "document", script = named("document-", ".js") }) => {
  // All are asked for at once, not one after the other.
  const needs = [...needsOf(script)].map((path) => `<link rel="modulepreload" href="${base}${path}">\n`).join("");
  return filled(frame, { title: escaped(title), body, base, kind, script, needs, style, policy: POLICY, icon: ICON });
};

for (const { path, text } of documentPages(({ title, ...rest }) => page({ title: `${title} · loopguard`, ...rest })))
  add(path, text);
for (const { path, bytes } of copiedFiles()) files.set(path, bytes);

/** The report's page between its notice and the end of what it shows. */
const [, report] = /<\/noscript>\n([\s\S]*?)<\/main>/.exec(read("lib/cli/report/page/page.html")) ?? [];
if (report === undefined) throw new Error("lib/cli/report/page/page.html has no <main> after a <noscript>");
const body = filled(read("site/page/index.html"), {
  summary: escaped(summary()),
  report: report.replace(/<(\/?)h1\b/g, "<$1h3"),
  numbers: numbers(),
});
add(
  "index.html",
  page({
    title: "loopguard: is your agent going round in circles?",
    body,
    base: "",
    kind: "front",
    script: main,
  }),
);
add("_headers", HEADERS);
const parties = ["fzstd", "minisearch"].map((name) => {
  const folder = join(root, "node_modules", name);
  const licence = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  return `${name}\n\n${readFileSync(join(folder, licence), "utf8").trim()}\n`;
});
add("third-party.txt", parties.join(`\n${"-".repeat(80)}\n\n`));

const kept = [...files.keys()].filter((path) => path !== "_headers").sort();
const version = digest(kept.map((path) => `${path} ${digest(files.get(path))}`).join("\n"));
const [{ text: serviceWorker }] = await bundle(["site/page/service-worker.ts"], { format: "iife", out });
add("service-worker.js", `const FILES=${JSON.stringify(["./", ...kept])},VERSION="${version}";${serviceWorker}`);

rmSync(out, { recursive: true, force: true });
for (const [path, bytes] of files) {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), bytes);
}
const size = (paths) => paths.reduce((sum, path) => sum + gzipSync(files.get(path), { level: 9 }).length, 0);
/** What the page fetches before anything is pressed. */
const first = ["index.html", style, main, ...needsOf(main)];
console.log(
  `site/dist: ${files.size} files; first paint ${(size(first) / 1000).toFixed(1)} kB gzipped, all ${(size([...files.keys()]) / 1000).toFixed(0)} kB`,
);
