/**
 * Packs the package once, lints the tarball, installs it into an empty project with each installer, and uses it there.
 *
 *   npm run build && node test/package-managers/run.mjs [--quick] [--tarball file] ["npm 11" "pnpm 10" ...]
 *
 * `--quick`: the installer is npm 11, the newest that runs on every Node.js that the package runs on. `--tarball`: this one,
 * as a release does. Prints a table, and "N passed, N failed".
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bundle } from "../platforms/bundle.mjs";
import { INSTALLERS, Installer } from "./installers.mjs";
import { lint } from "./lint.mjs";
import { PEER, PRINTED, PROGRAMS, TYPES } from "./programs.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const VECTORS = 816;
const { values: flags, positionals } = parseArgs({
  options: { quick: { type: "boolean" }, tarball: { type: "string" } },
  allowPositionals: true,
});
const wanted = positionals.length > 0 ? positionals : flags.quick ? ["npm 11"] : Object.keys(INSTALLERS);
const unknown = wanted.filter((name) => !Object.hasOwn(INSTALLERS, name));
if (unknown.length > 0)
  throw new Error(`No such installer: ${unknown}. There are ${Object.keys(INSTALLERS).join(", ")}`);

const scratch = realpathSync(mkdtempSync(join(tmpdir(), "loopguard-installers-")));
chmodSync(scratch, 0o755); // for the user who may not write

function pack() {
  const told = execFileSync(process.execPath, ["scripts/pack.mjs", "--out", scratch], { cwd: root, encoding: "utf8" });
  return told.trim().split("\n").at(-1);
}

/** A project with the tarball, and with a copy of it under another name; made before the installer runs. */
function project(installer, tarball) {
  const folder = join(scratch, "projects", installer.name.replaceAll(" ", "-"));
  mkdirSync(folder, { recursive: true });
  const again = join(folder, "again.tgz");
  copyFileSync(tarball, again);
  mkdirSync(join(folder, "peer"));
  for (const [name, text] of Object.entries(PEER)) writeFileSync(join(folder, "peer", name), text);
  const dependencies = { loopguard: `file:${tarball}`, "loopguard-again": `file:${again}`, vitest: "file:./peer" };
  const devDependencies = installer.tsc === undefined ? {} : { typescript: installer.tsc };
  const manifest = { name: "consumer", version: "1.0.0", private: true, license: "MIT", dependencies, devDependencies };
  const files = { "package.json": JSON.stringify(manifest), ...PROGRAMS, ...installer.files };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function fails(message) {
  throw new Error(message);
}

/** What is checked in an installed project, by the head of its column. */
const CHECKS = {
  import: (at) => at.prints("use.mjs"),
  "require()": (at) => at.prints("use.cjs"),
  vectors: (at) => at.vectors(),
  command: (at) => at.command(),
  node16: (at) => at.types("node16"),
  nodenext: (at) => at.types("nodenext"),
  bundler: (at) => at.types("bundler"),
  "a peer": (at) => at.prints("peer.mjs"),
  "two copies": (at) => at.prints("two-copies.mjs"),
  "read-only": (at) => at.readOnly(),
};

class Installed {
  constructor(installer, folder) {
    this.installer = installer;
    this.folder = folder;
  }

  node(args, options = {}) {
    const all = { cwd: this.folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], ...options };
    return execFileSync(process.execPath, [...(this.installer.flags ?? []), ...args], all);
  }

  prints(program, options) {
    const printed = this.node([program], options);
    if (printed !== PRINTED) fails(`${program} printed ${JSON.stringify(printed)}, not ${JSON.stringify(PRINTED)}`);
  }

  vectors() {
    const answer = join(this.folder, "vectors.json");
    copyFileSync(join(scratch, "on-node.mjs"), join(this.folder, "on-node.mjs"));
    this.node(["on-node.mjs", answer]);
    const { passed, failures } = JSON.parse(readFileSync(answer, "utf8"));
    if (passed !== VECTORS) fails(`${passed} vectors, not ${VECTORS}: ${failures}`);
    return `${passed}`;
  }

  command() {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const printed = this.installer.run(this.folder, [...this.installer.exec, "--version"]).trim();
    if (printed !== version) fails(`loopguard --version printed ${JSON.stringify(printed)}`);
  }

  types(name) {
    const { compilerOptions, files } = TYPES[name];
    const place = join(this.folder, name);
    mkdirSync(place);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(place, file), text);
    writeFileSync(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions, files: Object.keys(files) }));
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    try {
      if (this.installer.tsc === undefined) execFileSync(process.execPath, [tsc, "-p", place], { encoding: "utf8" });
      else this.installer.run(this.folder, ["run", "tsc", "-p", place]);
    } catch (error) {
      fails(error.stdout || error.message);
    }
  }

  /** As a user to whom the files do not belong; who is not root takes his own right to write instead. */
  readOnly() {
    if (process.platform === "win32") return "-";
    if (process.getuid() === 0) {
      this.prints("read-only.mjs", { uid: 65534, gid: 65534 });
      return "ok";
    }
    const mode = (change) => execFileSync("chmod", ["-R", change, this.folder]);
    mode("a-w");
    try {
      this.prints("read-only.mjs");
    } finally {
      mode("u+w");
    }
  }
}

const rows = [["installer", "install", ...Object.keys(CHECKS)]];
let passed = 0;
let failed = 0;

/** "ok", what the check gave instead, or "failed", with the reason printed. */
function cell(what, check) {
  try {
    const text = check() ?? "ok";
    passed++;
    return text;
  } catch (error) {
    failed++;
    console.log(`${what}: ${error.message}\n${error.stdout ?? ""}`);
    return "FAILED";
  }
}

try {
  const tarball = flags.tarball === undefined ? pack() : resolve(flags.tarball);
  await bundle("on-node.ts", join(scratch, "on-node.mjs"), { external: ["loopguard"], platform: "node" });
  for (const { name, isClean, said } of lint(tarball, scratch)) {
    console.log(isClean ? `${name}: clean` : `${name}:\n${said}`);
    if (isClean) passed++;
    else failed++;
  }
  for (const name of wanted) {
    const row = [INSTALLERS[name].package];
    let at;
    const install = () => {
      const installer = new Installer(name, scratch);
      at = new Installed(installer, project(installer, tarball));
      installer.run(at.folder, installer.install);
    };
    row.push(cell(`${name}, install`, install));
    if (row[1] === "ok")
      for (const [head, check] of Object.entries(CHECKS)) row.push(cell(`${name}, ${head}`, () => check(at)));
    rows.push(row);
    console.log(`${name}: ${row.slice(1).join(", ")}`);
  }
} finally {
  if (process.env.LOOPGUARD_KEEP === undefined) rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
for (const row of rows) console.log(`| ${row.join(" | ")} |`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
