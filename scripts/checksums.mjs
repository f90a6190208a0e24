/** SHA256SUMS: the sum of each binary in the package, as `sha256sum --check` reads it in the package's folder. docs/verify.md */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const CHECKSUMS = "SHA256SUMS";

/** Of the binaries that are there; scripts/prepack.mjs says which have to be. */
export function writeChecksums(root) {
  const folder = join(root, "prebuilds");
  const prebuilds = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
  const paths = prebuilds.map((name) => `prebuilds/${name.replaceAll("\\", "/")}`);
  const binaries = ["dist/hook.wasm", "dist/loopguard.wasm", ...paths].filter((path) => isFile(join(root, path)));
  const lines = binaries.sort().map((path) => {
    const sum = createHash("sha256").update(readFileSync(join(root, path)));
    return `${sum.digest("hex")}  ${path}\n`;
  });
  writeFileSync(join(root, CHECKSUMS), lines.join(""));
}

function isFile(path) {
  return existsSync(path) && statSync(path).isFile();
}
