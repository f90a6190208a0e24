/**
 * Makes the tarball that is published, and prints its path:
 *
 *   node scripts/pack.mjs [--release] [--out folder]
 *
 * It is packed from a folder of its own, where package.json has nothing that is for a checkout alone. The script `prepare` above
 * all: npm runs it in a checkout only, but warns everyone who installs a package that has it. `npm publish` is refused in a
 * checkout ("private"); what it takes is this tarball. Before that, scripts/prepack.mjs looks whether it is whole.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { npm, packedFiles, root } from "./packed-files.mjs";
import { publishedReadme } from "./published-readme.mjs";

/** Members of package.json that are for a checkout. */
const FOR_CHECKOUTS = ["private", "scripts", "devDependencies", "files", "gypfile"];

/** `gypfile: false` is what keeps npm from compiling where there is a binding.gyp; the tarball has none. */
function publishedManifest() {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const name of FOR_CHECKOUTS) delete manifest[name];
  return manifest;
}

const { values } = parseArgs({ options: { out: { type: "string" }, release: { type: "boolean" } } });
const prepack = [fileURLToPath(new URL("prepack.mjs", import.meta.url)), ...(values.release ? ["--release"] : [])];
execFileSync(process.execPath, prepack, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
const out = resolve(values.out ?? ".");
const stage = mkdtempSync(join(tmpdir(), "loopguard-pack-"));
try {
  const packed = packedFiles();
  for (const path of packed) {
    mkdirSync(dirname(join(stage, path)), { recursive: true });
    copyFileSync(join(root, path), join(stage, path));
  }
  const manifest = publishedManifest();
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const readme = readFileSync(join(root, "README.md"), "utf8");
  writeFileSync(join(stage, "README.md"), publishedReadme(readme, manifest, packed));
  mkdirSync(out, { recursive: true });
  const told = npm(["pack", "--silent", "--ignore-scripts", "--pack-destination", out], stage);
  console.log(join(out, told.trim().split("\n").at(-1)));
} finally {
  rmSync(stage, { recursive: true, force: true });
}
