/** A real workerd with the bundled Worker, its objects and their storage. */
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { build, type Plugin } from "esbuild";

const here = import.meta.dirname;

/** Modules of `agents` for scripts of skills and for mail: the first is not installed, and wrangler brings the other. */
const absent: Plugin = {
  name: "absent",
  setup(builder) {
    builder.onResolve({ filter: /^(just-bash|cloudflare:email)$/ }, ({ path }) => ({ path, namespace: "absent" }));
    builder.onLoad({ filter: /.*/, namespace: "absent" }, () => ({
      contents: "export class Bash {} export class EmailMessage {} export const defineCommand = () => {};",
    }));
  },
};

/** Starts the Worker; `url`: where it answers. */
export async function startWorkerd(): Promise<{ url: string; stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), "loopguard-cloudflare-"));
  mkdirSync(join(folder, "storage"));
  await build({
    entryPoints: [join(here, "worker.ts")],
    outfile: join(folder, "worker.mjs"),
    bundle: true,
    format: "esm",
    target: "es2022",
    logLevel: "error",
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*", "cloudflare:*", "*.wasm?module", ...builtinModules],
    plugins: [absent],
  });
  copyFileSync(join(here, "node_modules/loopguard/dist/loopguard.wasm"), join(folder, "loopguard.wasm"));
  const port = await freePort();
  writeFileSync(join(folder, "worker.capnp"), configuration(port, join(folder, "storage")));
  const program = join(here, "node_modules/@cloudflare/workerd-linux-64/bin/workerd");
  const server = spawn(program, ["serve", join(folder, "worker.capnp"), "--experimental"], { stdio: "inherit" });
  const url = `http://127.0.0.1:${port}`;
  const stop = (): void => {
    server.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  for (let tries = 0; !(await answers(url)); tries++) {
    if (tries === 200) throw new Error("workerd does not answer");
    await wait(100);
  }
  return { url, stop };
}

/** The name of the module is that of dist/esm/wasm-import.js, seen from a Worker in a folder. */
const configuration = (port: number, storage: string): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "storage", disk = (path = "${storage}", writable = true)),
    (name = "internet", network = (allow = ["private"]))
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [
    (name = "app/worker.mjs", esModule = embed "worker.mjs"),
    (name = "loopguard.wasm?module", wasm = embed "loopguard.wasm")
  ],
  compatibilityDate = "2026-11-01",
  durableObjectNamespaces = [(className = "Scripted", uniqueKey = "scripted", enableSql = true)],
  durableObjectStorage = (localDisk = "storage"),
  bindings = [(name = "Scripted", durableObjectNamespace = "Scripted")]
);
`;

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(`${url}/ready`, { signal: AbortSignal.timeout(5000) });
    return true;
  } catch {
    return false;
  }
}
