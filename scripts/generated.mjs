/** What the scripts share that make files from others: with `--check` they write nothing and fail when a file is out of date. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./findings.mjs";

/** Writes `made` into `file`, or checks that it is there. `source` and `script`: what to say if it is not. */
export function writeOrCheck(file, made, source, script) {
  const path = join(root, file);
  if (process.argv.includes("--check")) {
    const same = readFileSync(path, "utf8") === made;
    console.log(`${file}: ${same ? "ok" : `is not what ${source} gives; run node scripts/${script}`}`);
    if (!same) process.exitCode = 1;
  } else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, made);
    console.log(`wrote ${file}`);
  }
}
