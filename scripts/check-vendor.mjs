/** Vendored files are what their VENDOR.md says: the SHA-256 of each is among those that it lists. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { conclude, filesIn, read, root } from "./findings.mjs";

const findings = [];
for (const path of filesIn("native/vendor", ".c", ".h")) {
  const notes = `${dirname(path)}/VENDOR.md`;
  if (!existsSync(join(root, notes))) {
    findings.push(`${notes}: is missing`);
    continue;
  }
  const told = read(notes).match(/\b[0-9a-f]{64}\b/g) ?? [];
  const sum = createHash("sha256")
    .update(readFileSync(join(root, path)))
    .digest("hex");
  if (!told.includes(sum)) findings.push(`${path}: its SHA-256 ${sum} is not in ${notes}`);
}
conclude("vendored files", findings);
