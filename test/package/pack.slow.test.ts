/** The tarball that npm would publish: what is in it, and that it works where nothing can be compiled. */
import { execFile } from "node:child_process";
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { prebuildName } from "../../scripts/prebuild-name.mjs";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

const ALLOWED = [
  /^package\.json$/,
  /^README\.md$/,
  /^(LICENSE|SHA256SUMS|sbom\.cdx\.json)$/,
  /^dist\/node\/(frameworks\/)?[\w-]+\.(cjs|js)$/,
  /^dist\/esm\/(frameworks\/)?[\w-]+\.js$/,
  /^dist\/cli\/[\w.-]+\.js$/,
  /^dist\/cli\/report\/template\.js$/,
  /^dist\/cli\/scan(-line)?\.schema\.json$/,
  /^dist\/types\/(frameworks\/)?[\w-]+\.d\.c?ts$/,
  /^dist\/(loopguard|hook)\.wasm$/,
  /^dist\/(traces\/libraries\.js|THIRD-PARTY\.txt)$/,
  /^prebuilds\/(linux|darwin|win32)-(x64|arm64)(-musl)?\/loopguard\.node$/,
  /^prebuilds\/(linux|darwin)-(x64|arm64)(-musl)?\/loopguard$/,
];
/** With the binaries of one platform. Another has two files and 0.8 MB. */
const FILES_MAX = 148;
const BYTES_MAX = 3e6;

/** Prints what the package gives, so that two ways to load it can be compared. */
const USE = `
function use({ backend, backendError, fingerprint, LoopDetector, LoopGuard }) {
  const detector = new LoopDetector();
  const cycles = ["a", "b", "a", "b", "a", "b"].map((signature) => detector.push(signature));
  const guard = new LoopGuard({ maxRepeats: 2, action: "hint" });
  const call = { name: "read", arguments: { path: "é\\ud800" } };
  const verdicts = [1, 2, 3].map(() => {
    const { action, message, detection } = guard.before(call);
    return { action, message, repeats: detection?.repeats };
  });
  const digests = [fingerprint("read", { b: 1, a: [2] }), fingerprint("read", '{"a":[2],"b":1}')];
  console.log(JSON.stringify({ backend, failed: backendError?.code, verdicts, cycles, digests }));
}
`;

interface Used {
  backend: string;
  failed?: string;
  verdicts: { action: string; message: string; repeats?: number }[];
  cycles: { detected: boolean }[];
  digests: string[];
}

let folder: string;
let project: string;
const paths: string[] = [];
let bytes = 0;
let manifest: Record<string, unknown>;

/** Only node and npm are to be found: no compiler, no make, no Python, no shell tools. */
let env: NodeJS.ProcessEnv;

async function findNpm(): Promise<string> {
  for (const place of (process.env.PATH ?? "").split(delimiter)) {
    const path = await realpath(join(place, "npm")).catch(() => undefined);
    if (path !== undefined) return path;
  }
  throw new Error("npm is not on PATH");
}

async function npm(...args: string[]): Promise<void> {
  await run(join(folder, "bin", "npm"), [...args, "--offline", "--no-audit", "--no-fund"], { cwd: project, env });
}

async function node(script: string, extra: NodeJS.ProcessEnv = {}): Promise<Used> {
  const { stdout } = await run(process.execPath, [script], { cwd: project, env: { ...env, ...extra } });
  return JSON.parse(stdout) as Used;
}

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "loopguard-pack-")));
  project = join(folder, "project");
  await mkdir(project);
  await mkdir(join(folder, "bin"));
  await symlink(process.execPath, join(folder, "bin", "node"));
  await symlink(await findNpm(), join(folder, "bin", "npm"));
  env = { PATH: join(folder, "bin"), HOME: folder };

  const { stdout } = await run(process.execPath, ["scripts/pack.mjs", "--out", folder], { cwd: root });
  const tarball = stdout.trim().split("\n").at(-1) as string;
  await run("tar", ["xzf", tarball, "-C", folder]);
  const unpacked = join(folder, "package");
  for (const path of (await readdir(unpacked, { recursive: true })).sort()) {
    const { size, ...kind } = await stat(join(unpacked, path)).then((it) => ({ size: it.size, isFile: it.isFile() }));
    if (!kind.isFile) continue;
    paths.push(path);
    if (!path.startsWith("prebuilds/") || path.startsWith(`prebuilds/${prebuildName()}/`)) bytes += size;
  }
  manifest = JSON.parse(await readFile(join(unpacked, "package.json"), "utf8"));

  await writeFile(join(project, "package.json"), JSON.stringify({ name: "consumer", private: true }));
  await npm("install", tarball);
  await writeFile(join(project, "use.mjs"), `import * as loopguard from "loopguard";\n${USE}use(loopguard);\n`);
  await writeFile(join(project, "use.cjs"), `${USE}use(require("loopguard"));\n`);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("the tarball", () => {
  it("holds what the allow-list says, and nothing else", () => {
    expect(paths.filter((path) => !ALLOWED.some((pattern) => pattern.test(path)))).toEqual([]);
    for (const pattern of ALLOWED)
      expect(
        paths.some((path) => pattern.test(path)),
        String(pattern),
      ).toBe(true);
  });

  it("is small: few files, and no more than 3 MB", () => {
    const elsewhere = (path: string) => path.startsWith("prebuilds/") && !path.includes(`/${prebuildName()}/`);
    expect(paths.filter((path) => !elsewhere(path)).length).toBeLessThanOrEqual(FILES_MAX);
    expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
  });

  it("has a package.json without scripts, and without packages of others", () => {
    for (const name of [
      "scripts",
      "private",
      "dependencies",
      "devDependencies",
      "peerDependencies",
      "optionalDependencies",
    ])
      expect(manifest).not.toHaveProperty([name]);
    expect(manifest).toMatchObject({ name: "loopguard", main: "./dist/node/index.cjs" });
    const { extensions } = manifest["pi"] as { extensions: string[] };
    for (const path of ["./dist/node/index.cjs", ...extensions]) expect(paths).toContain(path.slice(2));
  });

  it("passes the check before packing; a copy without its addon, or with binding.gyp, does not", async () => {
    const copy = join(folder, "copy");
    for (const part of ["lib", "dist", "native", "scripts", "binding.gyp", "package-lock.json"])
      await cp(join(root, part), join(copy, part), { recursive: true });
    await symlink(join(root, "node_modules"), join(copy, "node_modules"));
    const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { files: string[] };
    await writeFile(
      join(copy, "package.json"),
      JSON.stringify({ ...manifest, files: [...manifest.files, "binding.gyp"] }),
    );
    const check = run(process.execPath, ["scripts/prepack.mjs"], { cwd: copy });
    await expect(check).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is missing: prebuilds\/[\w-]+\/loopguard\.node.*must not be in it: binding\.gyp/s),
    });
  });
});

describe("installed without scripts and without a compiler", () => {
  it("runs on the addon, from ESM and from CommonJS", async () => {
    const used = await node("use.mjs");
    expect(used).toMatchObject({ backend: "native" });
    expect(used.failed).toBeUndefined();
    expect(used.verdicts.map(({ action }) => action)).toEqual(["allow", "allow", "hint"]);
    expect(used.cycles.map(({ detected }) => detected)).toEqual([false, false, false, false, false, true]);
    expect(used.digests[0]).toBe(used.digests[1]);
    await expect(node("use.cjs")).resolves.toEqual(used);
  });

  it("brings the command with its libraries, and the hook, ready to run", async () => {
    const calls = Array.from({ length: 6 }, () => ({ name: "search", args: { q: "x" }, result: "nothing" }));
    await writeFile(join(project, "runs.jsonl"), `${JSON.stringify({ id: "stuck", calls })}\n`);
    const bin = join(project, "node_modules", ".bin", "loopguard");
    const { stdout } = await run(bin, ["scan", "--json", "runs.jsonl"], { cwd: project });
    expect(JSON.parse(stdout)).toMatchObject({ totals: { runs: 1, runsWithLoops: 1, calls: 6 } });
    await run(bin, ["scan", "--html", "report.html", "runs.jsonl"], { cwd: project });
    expect(await readFile(join(project, "report.html"), "utf8")).toContain("<!doctype html>");
    const hook = join(project, "node_modules", "loopguard", "prebuilds", prebuildName(), "loopguard");
    const env = { ...process.env, XDG_STATE_HOME: join(folder, "state") };
    const event = { session_id: "s", hook_event_name: "UserPromptSubmit", prompt: "hello" };
    await writeFile(join(project, "event.json"), JSON.stringify(event));
    await run("sh", ["-c", `"${hook}" hook < event.json`], { cwd: project, env });
    expect(await readdir(join(folder, "state", "loopguard", "hooks"))).toHaveLength(1);
  });

  it("has entry points that need no peer, and ones that do", async () => {
    const imports = ["file", "redis"].map((name) => `import "loopguard/${name}";`);
    await writeFile(join(project, "entries.mjs"), imports.join("\n"));
    await run(process.execPath, ["entries.mjs"], { cwd: project });
    await writeFile(join(project, "otel.mjs"), 'import "loopguard/otel";');
    const otel = run(process.execPath, ["otel.mjs"], { cwd: project });
    await expect(otel).rejects.toMatchObject({ stderr: expect.stringContaining("@opentelemetry/api") });
  });

  it("survives npm ci", async () => {
    await npm("ci");
    await expect(node("use.mjs")).resolves.toMatchObject({ backend: "native" });
  });

  it("gives the same verdicts on WebAssembly where no addon fits, and says why", async () => {
    const native = await node("use.mjs");
    await expect(node("use.mjs", { LOOPGUARD_BACKEND: "wasm" })).resolves.toEqual({ ...native, backend: "wasm" });
    const prebuilds = join(project, "node_modules", "loopguard", "prebuilds");
    await rename(prebuilds, join(folder, "prebuilds"));
    try {
      const fallback = { ...native, backend: "wasm", failed: "ERR_LOOPGUARD_BACKEND" };
      await expect(node("use.mjs")).resolves.toEqual(fallback);
      await expect(node("use.cjs")).resolves.toEqual(fallback);
      const forced = node("use.mjs", { LOOPGUARD_BACKEND: "native" });
      await expect(forced).rejects.toMatchObject({
        stderr: expect.stringMatching(
          /build[/\\]Release[/\\]loopguard\.node.*prebuilds[/\\][\w-]+[/\\]loopguard\.node/s,
        ),
      });
      await expect(forced).rejects.toMatchObject({ stderr: expect.stringContaining("ERR_LOOPGUARD_BACKEND") });
    } finally {
      await rename(join(folder, "prebuilds"), prebuilds);
    }
  });
});
