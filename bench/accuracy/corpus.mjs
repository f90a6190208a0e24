/**
 * Reads recorded runs (`*.jsonl` or `*.jsonl.gz`, one run a line), those of `examples/runs` too, and the `labels.jsonl` of
 * folders that have one.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";

/** Sources recorded with models of 2023-24, which loop often. */
const OLD_SOURCES = new Set(["intercode", "mint-bench", "reflexion-hotpotqa"]);
const RUNS = /\.jsonl(\.gz)?$/;
const LABELS = "labels.jsonl";

/**
 * Of files, and of folders with all that is below them. Runs are known by their ids; of an id that comes again, with a
 * number behind it. Labels hold for the runs of their own folder.
 *
 * @returns {{ runs: Map<string, object>, labels: object[] }}
 */
export function readCorpus(...paths) {
  const runs = new Map();
  const folders = new Map();
  for (const file of new Set(paths.flatMap(filesOf))) {
    const folder = dirname(file);
    const ids = folders.get(folder) ?? new Map();
    folders.set(folder, ids);
    for (const run of readLines(file)) {
      if (!Array.isArray(run.calls)) continue;
      const id = freeName(run.id, runs);
      ids.set(run.id, id);
      runs.set(id, { ...run, id, ...namesOf(file), modern: !OLD_SOURCES.has(run.source) });
    }
  }
  const labels = [...folders].flatMap(([folder, ids]) => labelsOf(folder, ids));
  return { runs, labels };
}

function filesOf(path) {
  if (!statSync(path).isDirectory()) return [resolve(path)];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && RUNS.test(entry.name) && entry.name !== LABELS)
    .map((entry) => resolve(entry.parentPath, entry.name))
    .sort();
}

/** `place`: with the folder, since two may have files of one name, and only one of them labels. */
function namesOf(path) {
  const file = basename(path).replace(RUNS, "");
  return { file, place: `${basename(dirname(path))}/${file}` };
}

function freeName(id, taken) {
  let name = id;
  for (let number = 2; taken.has(name); number++) name = `${id} #${number}`;
  return name;
}

function labelsOf(folder, ids) {
  const file = join(folder, LABELS);
  if (!existsSync(file)) return [];
  return readLines(file)
    .filter(({ id, stuck }) => stuck !== "unclear" && ids.has(id))
    .map((label) => ({ ...label, id: ids.get(label.id) }));
}

function readLines(path) {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
