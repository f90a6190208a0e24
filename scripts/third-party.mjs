/** Code of others that the package contains: in the bundles, in native/vendor, and linked into the binaries. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";

/** In the package: the licences of all. */
export const LICENCES = "dist/THIRD-PARTY.txt";

/** What esbuild bundles, and the file of the package that it is in. */
const BUNDLES = [
  { entries: ["lib/traces/libraries.ts"], file: "dist/traces/libraries.js" },
  { entries: ["lib/cli/report/page/main.ts", "lib/cli/report/page/page.css"], file: "dist/cli/report/template.js" },
];

/**
 * In C. `debian`: the packages whose code it is on the machine that builds, in this version. `text`: where its licence stands, for
 * THIRD-PARTY.txt; the licence of libgcc and of compiler-rt asks for none in programs that are compiled with them.
 */
export const IN_C = [
  {
    name: "cJSON",
    version: "1.7.19",
    licence: "MIT",
    purl: "pkg:github/DaveGamble/cJSON@v1.7.19",
    files: ["prebuilds", "dist/hook.wasm", "dist/loopguard.wasm"],
    text: "native/vendor/cjson/LICENSE",
  },
  {
    name: "SipHash",
    version: "nsd-4.12.0",
    licence: "CC0-1.0",
    purl: "pkg:github/veorq/SipHash",
    files: ["prebuilds", "dist/hook.wasm", "dist/loopguard.wasm"],
    text: "native/vendor/siphash/siphash.c",
  },
  {
    name: "musl",
    version: "1.2.3",
    debian: { "musl-dev": "1.2.3-1" },
    licence: "MIT",
    files: ["prebuilds/linux-*/loopguard"],
    text: "native/licences/musl.txt",
  },
  {
    name: "wasi-libc",
    version: "0.0~git20220510.9886d3d",
    debian: { "wasi-libc": "0.0~git20220510.9886d3d-2" },
    licence: "CC0-1.0 AND MIT AND BSD-2-Clause AND Apache-2.0",
    files: ["dist/hook.wasm", "dist/loopguard.wasm"],
    text: "native/licences/wasi-libc.txt",
  },
  {
    name: "compiler-rt",
    version: "14.0.6",
    debian: { "libclang-rt-14-dev-wasm32": "1:14.0.6-12" },
    licence: "Apache-2.0 WITH LLVM-exception",
    files: ["dist/hook.wasm", "dist/loopguard.wasm"],
  },
  {
    name: "mingw-w64",
    version: "10.0.0",
    debian: { "mingw-w64-x86-64-dev": "10.0.0-3" },
    licence: "ZPL-2.1",
    files: ["prebuilds/win32-x64/loopguard.node"],
    text: "native/licences/mingw-w64.txt",
  },
  {
    name: "libgcc",
    version: "12.2.0",
    debian: { "gcc-12": "12.2.0-14+deb12u1", "gcc-12-aarch64-linux-gnu": "12.2.0-14cross1" },
    licence: "GPL-3.0-or-later WITH GCC-exception-3.1",
    files: ["prebuilds/linux-*", "prebuilds/win32-x64"],
  },
];

/** `{ name, version, licence, purl, files, text?, debian?, integrity? }` of each, by name. */
export function thirdParty(root) {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const bundled = BUNDLES.flatMap(({ entries, file }) =>
    bundledFolders(root, entries).map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
      const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
      return { name, version, licence: license, purl, files: [file], integrity: lock[folder].integrity };
    }),
  );
  return [...bundled, ...IN_C].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function bundledFolders(root, entryPoints) {
  const { metafile } = buildSync({
    ...{ absWorkingDir: root, entryPoints, outdir: "out", write: false, metafile: true },
    ...{ bundle: true, platform: "node", format: "esm", preserveSymlinks: true },
  });
  return [...new Set(Object.keys(metafile.inputs).flatMap((path) => packageFolder(path) ?? []))].sort();
}

/** "node_modules/a/node_modules/@b/c" of a file in there. */
export function packageFolder(path) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}
