/** Reads a folder of recorded runs (`*.jsonl` or `*.jsonl.gz`, one run a line) and their `labels.jsonl`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** Sources recorded with models of 2023-24, which loop often; every other source is modern function calling. */
const OLD_SOURCES = new Set(["intercode", "mint-bench", "reflexion-hotpotqa"]);

/** @returns {{ runs: Map<string, object>, labels: object[] }} */
export function readCorpus(folder) {
  const runs = new Map();
  for (const file of readdirSync(folder).sort()) {
    if (!/\.jsonl(\.gz)?$/.test(file) || file === "labels.jsonl") continue;
    const source = file.replace(/\.jsonl(\.gz)?$/, "");
    for (const line of readLines(join(folder, file))) {
      const run = JSON.parse(line);
      runs.set(run.id, { ...run, file: source, modern: !OLD_SOURCES.has(source) });
    }
  }
  const labels = readLines(join(folder, "labels.jsonl")).map((line) => JSON.parse(line));
  return { runs, labels: labels.filter((label) => label.stuck !== "unclear") };
}

function readLines(path) {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text.split("\n").filter((line) => line !== "");
}
