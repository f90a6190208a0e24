/**
 * How often `nearRepeat` fires on recorded runs, by threshold, and how much it adds to the recommended preset:
 * `node bench/accuracy/near-repeat.mjs <folder or file>...`. docs/accuracy.md has the words.
 */
import { LoopGuard, nearRepeat } from "../../dist/index.js";
import { readCorpus } from "./corpus.mjs";
import { replay } from "./replay.mjs";
import { score } from "./score.mjs";

const THRESHOLDS = [3, 4, 5, 6, 8];

const paths = process.argv.slice(2);
const { runs, labels } = readCorpus(...(paths.length > 0 ? paths : ["../shared/corpus"]));
const labelled = new Set(labels.map(({ id }) => id));

/** Runs by their ids, each with its first detection. */
function replays(options) {
  const guard = new LoopGuard({ preset: "recommended", ...options });
  const found = new Map([...runs].map(([id, run]) => [id, replay(run, guard)]));
  guard.close();
  return found;
}

const isSilent = (replayed) => replayed.any === undefined;
const preset = replays({});

const percent = (part, all) => `${((100 * part) / all).toFixed(1)} % (${part} of ${all})`;
const rows = THRESHOLDS.map((threshold) => {
  const near = replays({ detectors: [nearRepeat({ threshold })] });
  const { stuck, healthy, right, early, disturbed, delay } = score(labels, runs, near, "any");
  const fired = [...near].filter(([id, replayed]) => !labelled.has(id) && !isSilent(replayed));
  const more = [...near].filter(([id, replayed]) => !isSilent(replayed) && isSilent(preset.get(id)));
  return {
    threshold,
    "stuck runs found": percent(right, stuck),
    "too early": early,
    "delay": delay,
    "healthy runs warned": percent(disturbed, healthy),
    "runs without a label": percent(fired.length, runs.size - labelled.size),
    "where the preset is silent": more.map(([id]) => id + (labels.find((l) => l.id === id)?.stuck ? " (stuck)" : "")).length,
    ids: more.map(([id]) => id + (labelled.has(id) ? ` (${labels.find((label) => label.id === id).stuck ? "stuck" : "healthy"})` : "")),
  };
});
for (const { ids, ...row } of rows) console.log(JSON.stringify(row), "\n  ", ids.slice(0, 30).join(" "));
