/**
 * How often `nearRepeat` fires on recorded runs, by threshold, and how much it adds to the recommended preset:
 * `node bench/accuracy/near-repeat.mjs [folder or file]...`. docs/accuracy.md has the table.
 */
import { detectors, LoopGuard } from "../../dist/node/index.cjs";
import { presetOf } from "../../out/rules/presets.js";
import { readCorpus } from "./corpus.mjs";
import { replay } from "./replay.mjs";
import { score } from "./score.mjs";

const { nearRepeat } = detectors;

const THRESHOLDS = [3, 4, 5, 6, 8];

const paths = process.argv.slice(2);
const { runs, labels } = readCorpus(...(paths.length > 0 ? paths : ["../shared/corpus"]));
const labelled = new Set(labels.map(({ id }) => id));

/** Replays of all runs, by their ids. */
function replays(options) {
  const guard = new LoopGuard({ now: () => Number.NaN, ...options });
  const replayed = new Map([...runs].map(([id, run]) => [id, replay(run, guard)]));
  guard.close();
  return replayed;
}

/** Ids of the runs in which something was detected. */
const firedIn = (replayed) => [...replayed].filter(([, { any }]) => any !== undefined).map(([id]) => id);
const share = (part, all) => `${((100 * part) / all).toFixed(1)} % (${part} of ${all})`;

const { volatile } = presetOf("recommended");
const known = new Set(firedIn(replays({})));
console.log("| threshold | stuck runs | too early | median delay | healthy runs | other runs | new to the preset |");
console.log("|--:|--:|--:|--:|--:|--:|--:|");
for (const threshold of THRESHOLDS) {
  // alone, but results are compared as the preset does
  const near = replays({ detectors: [nearRepeat({ threshold })], volatile });
  const { stuck, healthy, right, early, disturbed, delay } = score(labels, runs, near, "any");
  const fired = firedIn(near);
  const others = share(fired.filter((id) => !labelled.has(id)).length, runs.size - labelled.size);
  const added = fired.filter((id) => !known.has(id)).length;
  const row = [threshold, share(right, stuck), early, delay, share(disturbed, healthy), others, added];
  console.log(`| ${row.join(" | ")} |`);
}
