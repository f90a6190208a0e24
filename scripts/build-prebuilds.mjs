/**
 * Cross-compiles what the package carries: prebuilds/<platform>/loopguard.node and the program loopguard, for the
 * platforms in the command line, or all of them. The same sources and compilers give the same bytes, wherever the checkout lies.
 *
 *   node scripts/build-prebuilds.mjs [--out folder] [linux-x64 win32-x64 ...]
 *
 * On Debian 12, after `dpkg --add-architecture arm64`, it needs: gcc gcc-aarch64-linux-gnu libc6-dev-arm64-cross musl-tools
 * musl-dev:arm64 gcc-mingw-w64-x86-64 binutils-mingw-w64-x86-64. On macOS, with Xcode's command-line tools, it builds what is
 * for macOS, of both processors.
 */
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { addonFlags, CORE, root, sources } from "./native-sources.mjs";
import { withProfile } from "./profile.mjs";

const headers = createRequire(import.meta.url)("node-api-headers");
const musl = (arch) => ["-specs", `/usr/lib/${arch}-linux-musl/musl-gcc.specs`];

/** As binding.gyp has it for this architecture. */
const X64 = ["-mtune=skylake"];

/**
 * `trained`: built with a profile, for which its code has to run here. `program`: how the program is linked; statically with
 * musl, so that one runs on every Linux. `libc`: the newest version of glibc's symbols that may be needed: 2.17 is CentOS 7's.
 */
const TARGETS = {
  "linux-x64": {
    cc: "x86_64-linux-gnu-gcc",
    objdump: "x86_64-linux-gnu-objdump",
    libc: 2.17,
    flags: X64,
    trained: true,
    program: musl("x86_64"),
  },
  "linux-arm64": {
    cc: "aarch64-linux-gnu-gcc",
    objdump: "aarch64-linux-gnu-objdump",
    libc: 2.17,
    program: musl("aarch64"),
  },
  "linux-x64-musl": {
    cc: "x86_64-linux-gnu-gcc",
    flags: [...musl("x86_64"), ...X64],
    trained: true,
    program: musl("x86_64"),
  },
  "linux-arm64-musl": { cc: "aarch64-linux-gnu-gcc", flags: musl("aarch64"), program: musl("aarch64") },
  "win32-x64": { cc: "x86_64-w64-mingw32-gcc", dlltool: "x86_64-w64-mingw32-dlltool" },
  "darwin-arm64": { cc: "clang", mac: ["-arch", "arm64", "-mmacosx-version-min=11.0"] },
  "darwin-x64": { cc: "clang", mac: ["-arch", "x86_64", "-mmacosx-version-min=11.0"] },
};
const HERE = Object.keys(TARGETS).filter(
  (target) => (TARGETS[target].mac !== undefined) === (process.platform === "darwin"),
);

/** Beside what binding.gyp says: nothing of this machine goes into the file. */
const PLAIN = [`-ffile-prefix-map=${root}=`, "-ffunction-sections", "-fdata-sections"];
const COMMON = [...PLAIN, "-static-libgcc", "-s"];
/** Apple's linker makes the UUID of the contents; -S and -x leave out what names files and static functions. */
const MAC = [...PLAIN, "-Wl,-dead_strip", "-Wl,-S", "-Wl,-x"];
const ELF = ["-fPIC", "-shared", "-Wl,--gc-sections", "-Wl,--build-id=none", "-Wl,-z,relro,-z,now"];

function run(command, args) {
  return new Promise((resolve, reject) => {
    // A path of this machine in a message of an assertion would be one in the file.
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, PWD: root },
    });
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with status ${code}`))));
  });
}

async function buildAddon(target, out, scratch) {
  const { cc, flags = [], trained, dlltool, mac } = TARGETS[target];
  const files = sources(...CORE, "native/door", "native/addon");
  if (mac !== undefined) {
    await run(cc, [...addonFlags(), ...mac, ...MAC, "-bundle", "-undefined", "dynamic_lookup", "-o", out, ...files]);
    return;
  }
  if (dlltool === undefined) {
    const plain = [...addonFlags(), ...flags, ...COMMON, ...ELF, "-o", out, ...files, "-lm"];
    if (!trained) return run(cc, plain);
    await withProfile(cc, flags, root, (profile) => {
      if (profile.length === 0) throw new Error(`${target}: ${cc} makes no profile, or its program does not run here`);
      return run(cc, [...profile, ...plain]);
    });
    return;
  }
  // Imported late: see native/addon/windows.
  const library = join(scratch, "node.lib");
  await run(dlltool, ["-d", headers.def_paths.node_api_def, "-D", "node.exe", "-y", library]);
  // By default the address is made of the name of the output.
  const windows = [
    "-shared",
    "-static",
    "-Wl,--no-insert-timestamp",
    "-Wl,--image-base=0x180000000",
    "-Wl,--gc-sections",
  ];
  const late = [...sources("native/addon/windows"), library, "-ldelayimp"];
  await run(cc, [...addonFlags(), ...COMMON, ...windows, "-o", out, ...files, ...late]);
}

async function buildProgram(target, out) {
  const { cc, program, mac } = TARGETS[target];
  const flags = [
    "-std=c11",
    "-O2",
    "-ftree-vectorize",
    "-fno-align-functions",
    "-fno-align-loops",
    "-fno-align-jumps",
    "-flto",
    "-fno-asynchronous-unwind-tables",
    "-DNDEBUG",
    "-D_GNU_SOURCE",
    "-Wall",
    "-Wextra",
    "-Inative/include",
    "-Inative/src",
    "-Inative/programs",
  ];
  const files = sources(...CORE, "native/programs", "native/hook", "native/scan");
  if (mac !== undefined) {
    await run(cc, [...flags, ...mac, ...MAC, "-o", out, ...files]);
    return;
  }
  const link = ["-static", "-Wl,--gc-sections", "-Wl,--build-id=none"];
  await run(cc, [...flags, ...program, ...COMMON, ...link, "-o", out, ...files, "-lm"]);
}

const programs = new Map();

/** Of one processor's platforms with glibc and with musl it is the same program, which is built once. */
async function shareProgram(target, out) {
  const key = target.replace(/-musl$/, "");
  const built = programs.get(key);
  if (built !== undefined) return copyFileSync(await built, out);
  const building = buildProgram(target, out).then(() => out);
  programs.set(key, building);
  await building;
}

/** Throws when a file needs a newer glibc than `libc`. */
function checkSymbols(file, objdump, libc) {
  const { stdout } = spawnSync(objdump, ["-T", file], { encoding: "utf8" });
  const versions = [...stdout.matchAll(/GLIBC_(\d+\.\d+)/g)].map(([, version]) => version);
  const [major, minor] = String(libc).split(".").map(Number);
  for (const version of versions) {
    const [a, b] = version.split(".").map(Number);
    if (a > major || (a === major && b > minor)) throw new Error(`${file} needs glibc ${version}, newer than ${libc}`);
  }
}

function checkPaths(file) {
  const bytes = readFileSync(file);
  for (const path of [root, process.env.HOME ?? "/root", tmpdir()].filter((path) => path.length > 4))
    if (bytes.includes(path)) throw new Error(`${file} has a path of this machine in it: ${path}`);
}

async function build(target, folder) {
  const scratch = mkdtempSync(join(tmpdir(), "loopguard-build-"));
  const place = join(folder, target);
  mkdirSync(place, { recursive: true });
  try {
    const addon = join(place, "loopguard.node");
    await buildAddon(target, addon, scratch);
    const { objdump, libc, dlltool } = TARGETS[target];
    if (libc !== undefined) checkSymbols(addon, objdump, libc);
    const built = [addon];
    if (dlltool === undefined) {
      const program = join(place, "loopguard");
      await shareProgram(target, program);
      built.push(program);
    }
    for (const file of built) {
      checkPaths(file);
      chmodSync(file, 0o755);
    }
    console.log(`built ${target}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({ options: { out: { type: "string" } }, allowPositionals: true });
const wanted = positionals.length > 0 ? positionals : HERE;
const unknown = wanted.filter((target) => !Object.hasOwn(TARGETS, target));
if (unknown.length > 0) throw new Error(`No such platform: ${unknown}. There are ${Object.keys(TARGETS).join(", ")}`);
const queue = [...wanted];
const folder = values.out ?? join(root, "prebuilds");
await Promise.all(
  cpus().map(async () => {
    for (let target = queue.shift(); target !== undefined; target = queue.shift()) await build(target, folder);
  }),
);
