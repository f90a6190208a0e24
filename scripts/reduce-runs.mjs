/**
 * Reduces recorded runs to facts, for the demo: tool names, which calls and which results were equal, lengths, rounds, and
 * what the guard takes a result for. No text of a run is kept, nor a digest of one: texts are numbered in the order in which
 * they first come in their run. The runs are those with a label, in the folder in the command line; a run that the guard
 * would judge differently once it is reduced is left out, which is said.
 *
 *   node scripts/reduce-runs.mjs ../shared/corpus [file]       writes examples/runs/real.jsonl, or the file
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { readCorpus } from "../bench/accuracy/corpus.mjs";
import { canonicalize, detectors, LoopGuard } from "../dist/node/index.cjs";
import { argumentsOf, letters, replay, resultOf } from "../examples/demo/replay.mjs";
import { newsKey } from "../out/cli/tune/regret.js";
import { VOLATILE_BITS } from "../out/core/layout.gen.js";
import { presetOf } from "../out/rules/presets.js";

/** What all results are compared by. */
const { results, failures } = presetOf("recommended").volatile;
const volatileBits = (classes) => classes.reduce((bits, name) => bits | VOLATILE_BITS[name], 0);
const VOLATILE = { results: volatileBits(results), failures: volatileBits(failures) };

const { errorStreak, noNews } = detectors;

/** Under these, facts of the runs may be given on; each is named beside its runs. */
const LICENSES = new Set(["MIT", "Apache-2.0"]);

/** How many equal results the guard below bears before it refuses the call, by what it takes the result for. */
const KINDS = { times: 1, ackTimes: 2, transientTimes: 3 };
const kinds = new LoopGuard({ detectors: [noNews({ ...KINDS, ladder: { hint: 1 } })] });

/** What the guard takes an outcome for, which it is asked. In a shell, an empty result is an answer like any other. */
function bearsOf(outcome, tool = "tool") {
  const run = kinds.run({});
  let made = 0;
  for (; run.before({ name: tool, arguments: {} }).allowed; made++) run.after({ name: tool, arguments: {} }, outcome);
  run.close();
  return made;
}

let warnings = 0;
const alike = new LoopGuard({
  detectors: [errorStreak({ alike: true, threshold: 2, transientThreshold: 2, ladder: { warn: 1 } })],
  onDetection: () => warnings++,
});

/** Whether both are failures of one kind to the guard, which it is asked. */
function areAlike(...failures) {
  const before = warnings;
  const run = alike.run({});
  for (const [i, failure] of failures.entries()) {
    const call = { name: "tool", arguments: { i } };
    run.before(call);
    run.after(call, failure);
  }
  run.close();
  return warnings > before;
}

/** A result that is to the guard what this one is. A failure has the number of the first of its kind, too. */
function resultLike(outcome, number, kind) {
  const bears = bearsOf(outcome);
  if (bears === KINDS.ackTimes) return bearsOf(outcome, "bash") === KINDS.times ? "" : "OK";
  const text = kind === number ? `result ${named(number)}` : `result ${named(kind)} "${named(number)}"`;
  return bears === KINDS.transientTimes ? `${text}: try again later` : text;
}

const named = (number) => letters(number.toString(16));

/** Numbers things in the order in which they first come. */
function numbering() {
  const numbers = new Map();
  return (thing) => {
    if (!numbers.has(thing)) numbers.set(thing, numbers.size);
    return numbers.get(thing);
  };
}

/** The number of the first failure of this one's kind; `kinds` has those before it, by number. */
function kindOf(kinds, failure, number) {
  for (const [kind, first] of kinds) if (kind !== number && areAlike(first, failure)) return kind;
  kinds.set(number, failure);
  return number;
}

function reduced(run, stuck) {
  const argument = numbering();
  const result = numbering();
  const kinds = new Map();
  const calls = run.calls.map((call) => {
    const text = resultOf(call);
    const outcome = call.error ? { error: text } : { result: text };
    const number = result(newsKey(call.name, outcome, call.error ? VOLATILE.failures : VOLATILE.results));
    return {
      name: call.name,
      args: { given: named(argument(canonicalize(argumentsOf(call)))) },
      result: resultLike(outcome, number, call.error ? kindOf(kinds, outcome, number) : number),
      ...(call.error && { error: true }),
      batch: call.batch,
      args_len: call.args_len ?? JSON.stringify(call.args).length,
      result_len: call.result_len ?? call.result.length,
    };
  });
  const { id, source, model = null, license } = run;
  return { id, source, model, license, stuck, calls };
}

/** What the guard says of each call: action and detector. */
async function verdictsOf(run) {
  const { fates } = await replay(run);
  return fates.map(({ fate, detection }) => [fate, detection?.detector, detection?.repeats, detection?.strikes]);
}

async function main(folder, file = fileURLToPath(new URL("../examples/runs/real.jsonl", import.meta.url))) {
  const { runs, labels } = readCorpus(folder);
  const lines = [];
  for (const { id, stuck } of labels) {
    const run = runs.get(id);
    if (!LICENSES.has(run.license)) throw new Error(`${id}: its licence is ${run.license}`);
    const facts = reduced(run, stuck);
    const exact = isDeepStrictEqual(await verdictsOf(run), await verdictsOf(facts));
    if (exact) lines.push(JSON.stringify(facts));
    else console.log(`left out: ${id}`);
  }
  writeFileSync(file, `${lines.join("\n")}\n`);
  console.log(`${lines.length} of ${labels.length} runs, ${lines.join("\n").length + 1} bytes`);
}

const [folder, file] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Usage: node scripts/reduce-runs.mjs <folder with runs and labels.jsonl> [file]");
  process.exit(1);
}
await main(folder, file);
