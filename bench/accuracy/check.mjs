/**
 * Whether the recommended preset has become worse on known runs, at either clock. `thresholds.json` has the counts that were
 * measured when they were last accepted: whoever changes the preset for the worse on purpose changes them too
 * (`npm run accuracy -- --check --update`), so that it is seen.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { clockName, LIVE, NO_CLOCK } from "./clocks.mjs";
import { readCorpus } from "./corpus.mjs";
import { replayAll, tableOf } from "./measure.mjs";

const FILE = fileURLToPath(new URL("thresholds.json", import.meta.url));
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const THRESHOLDS = relative(ROOT, FILE);
/** The only runs that the project contains. */
export const DEFAULT_SET = "examples/runs";

/** What is counted, and which way is worse. */
const WORSE_IF_MORE = ["firstNews", "wrongedRuns", "disturbed"];
const WORSE_IF_LESS = ["saved", "found", "blocked"];

/**
 * @param paths each measured for itself, and known by the end of its path
 * @param update writes what was measured, and finds nothing worse
 * @returns {boolean} whether no count is worse
 */
export function check(paths, core, update) {
  const thresholds = JSON.parse(readFileSync(FILE, "utf8"));
  let good = true;
  for (const path of paths) {
    const name = setName(path);
    const counts = measured(path, core);
    if (update) thresholds[name] = counts;
    else if (thresholds[name] === undefined) good = tell(`${name}: no thresholds; known: ${Object.keys(thresholds)}`);
    else for (const clock of Object.keys(counts)) good = compare(name, clock, counts, thresholds[name]) && good;
  }
  if (update) writeFileSync(FILE, `${JSON.stringify(thresholds, undefined, 2)}\n`);
  return good;
}

function setName(path) {
  const place = resolve(path);
  return join(basename(dirname(place)), basename(place).replace(/\.jsonl(\.gz)?$/, ""));
}

function measured(path, core) {
  const corpus = readCorpus(path);
  const entries = [NO_CLOCK, LIVE].map((pace) => {
    const replays = replayAll(corpus.runs, { preset: "recommended" }, core, { pace });
    const [{ regret, any, blocking, labelled }] = tableOf(corpus, replays, core);
    const labels = { found: any.right, blocked: blocking.right, disturbed: any.wrong.length };
    const { first, firstNews, wrongedRuns, redundant, saved } = regret;
    const counts = { first, firstNews, wrongedRuns, redundant, saved };
    return [clockName(pace), labelled > 0 ? { ...counts, ...labels } : counts];
  });
  return Object.fromEntries(entries);
}

/** Whether no count of one clock is worse; says which is. */
export function compare(name, clock, counts, thresholds) {
  const now = counts[clock];
  const known = thresholds[clock] ?? {};
  const worse = [
    ...WORSE_IF_MORE.filter((what) => now[what] > known[what]),
    ...WORSE_IF_LESS.filter((what) => now[what] < known[what]),
  ];
  console.log(`${name}, ${clock}: ${JSON.stringify(now)}`);
  for (const what of worse) tell(`  worse: ${what} was ${known[what]}, and is ${now[what]}`);
  return worse.length === 0;
}

function tell(text) {
  console.error(text);
  return false;
}
