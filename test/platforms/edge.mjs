/** The platforms that run the WebAssembly build alone, and Bun, which takes the addon: what bundlers make of the package runs there. */
import { spawn } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.mjs";
import { fetchRuntime, run, scratch } from "./runtimes.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** The main entry as bundlers take it, which choose by the condition; see "imports" in package.json. */
const alias = { loopguard: join(root, "dist", "esm", "index.js") };
/** As Bun takes it. */
const onNode = { loopguard: join(root, "dist", "node", "index.cjs") };

/** `runtime`: the npm package that holds it, and where. */
export const EDGE = {
  workerd: {
    runtime: ["@cloudflare/workerd-linux-64@1.20261117.1", "bin/workerd"],
    wanted: "wasm",
    how: "Cloudflare Workers: workerd, no flags",
    run: onWorkerd,
  },
  deno: {
    runtime: ["@deno/linux-x64-glibc@2.9.6", "deno"],
    wanted: "wasm",
    how: "Deno 2.9, no permissions",
    run: onDeno,
  },
  bun: { runtime: ["@oven/bun-linux-x64@1.4.5", "bin/bun"], wanted: "native", how: "Bun 1.4", run: onBun },
  chromium: { wanted: "wasm", how: "Chromium, bundled by esbuild", run: onChromium },
};

/** What nothing but a platform's own modules may be left to import. */
function checkImports(file, allowed) {
  const left = [...readFileSync(file, "utf8").matchAll(/^import [^;]*?from "([^"]+)"/gm)].map(([, name]) => name);
  const wrong = left.filter((name) => !allowed.includes(name));
  if (wrong.length > 0) throw new Error(`${file} imports ${wrong}`);
}

export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`It said: ${text.slice(0, 2000)}`);
  }
}

async function onDeno() {
  const program = await fetchRuntime(EDGE.deno.runtime);
  const file = join(scratch, "deno.mjs");
  await bundle("on-stdout.ts", file, { conditions: ["deno"], alias });
  checkImports(file, []);
  const { stdout, stderr } = await run(program, ["run", "--no-prompt", "--no-remote", file]);
  return parsed(stdout || stderr);
}

async function onBun() {
  const program = await fetchRuntime(EDGE.bun.runtime);
  const file = join(scratch, "bun.mjs");
  await bundle("on-stdout.ts", file, { external: [onNode.loopguard], alias: onNode, platform: "node" });
  const { stdout, stderr } = await run(program, [file]);
  return parsed(stdout || stderr);
}

async function onChromium() {
  const script = join(scratch, "page.js");
  await bundle("on-page.ts", script, { conditions: ["browser"], platform: "browser", alias });
  checkImports(script, []);
  const page = join(scratch, "page.html");
  const code = readFileSync(script, "utf8").replaceAll("</script", "<\\/script");
  writeFileSync(page, `<!doctype html><meta charset="utf-8"><body><script type="module">${code}</script>`);
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=60000", "--dump-dom"];
  const profile = `--user-data-dir=${join(scratch, "chromium")}`;
  const { stdout } = await run("chromium", [...flags, profile, page], { timeout: 120_000 });
  return parsed(/<body>(.*)<\/body>/s.exec(stdout)?.[1] ?? stdout);
}

async function onWorkerd() {
  const program = await fetchRuntime(EDGE.workerd.runtime);
  const file = join(scratch, "worker.mjs");
  await bundle("on-worker.ts", file, { conditions: ["workerd", "worker"], external: ["*.wasm?module"], alias });
  checkImports(file, ["../loopguard.wasm?module"]);
  copyFileSync(join(root, "dist", "loopguard.wasm"), join(scratch, "loopguard.wasm"));
  const port = await freePort();
  writeFileSync(join(scratch, "worker.capnp"), configuration(port));
  const server = spawn(program, ["serve", join(scratch, "worker.capnp")], { stdio: ["ignore", "inherit", "inherit"] });
  try {
    return parsed(await answer(`http://127.0.0.1:${port}/`));
  } finally {
    server.kill();
  }
}

/** The place of the module is that of dist/esm/wasm-import.js, seen from a Worker in a folder. */
const BUNDLED = { script: "worker.mjs", name: "loopguard.wasm?module", wasm: "loopguard.wasm" };

/** `name`: what the script, in the folder `app`, imports the module by. */
export function configuration(port, { script, name, wasm } = BUNDLED) {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [
    (name = "app/${script}", esModule = embed "${script}"),
    (name = "${name}", wasm = embed "${wasm}")
  ],
  compatibilityDate = "2026-11-01"
);
`;
}

export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

export async function answer(url) {
  for (let tries = 0; ; tries++) {
    try {
      return await (await fetch(url)).text();
    } catch (error) {
      if (tries === 100) throw error;
      await wait(100);
    }
  }
}
