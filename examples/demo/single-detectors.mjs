/**
 * The second part of the demo: recorded runs under one detector at a time, in shadow, so that nothing is refused. Of each
 * detector the first clear case is kept: the calls that made it, and what it said.
 */
import { detectors, LoopGuard, queriesAreSimilar } from "loopguard";
import { argumentsOf, resultOf, rounds } from "./replay.mjs";

const { cycle, limit, similarQuery, stall } = detectors;

const SEARCHES = ["search", "search_*", "*_search", "*Search"];
const SIMILAR = 0.9;
const LIMITS = { "book_*": 1, "cancel_*": 2, "*_status": 3 };

/**
 * `involved` gives the calls that made a detection, oldest first, or none where the case is not a clear one: for example a
 * cycle of one call, or a search that is repeated word for word, which other detectors see too.
 */
const CASES = [
  {
    title: "cycle({ minCycleLen: 2 })",
    detector: cycle({ minCycleLen: 2 }),
    involved(calls, index, { cycleLength, repeats }) {
      const last = calls.slice(index + 1 - cycleLength * repeats, index + 1);
      const block = last.slice(0, cycleLength);
      const repeated = last.every((call, i) => textOf(call) === textOf(block[i % cycleLength]));
      return repeated && different(block, (call) => call.name) === cycleLength ? last : [];
    },
  },
  {
    title: "stall({ threshold: 4 })",
    detector: stall({ threshold: 4 }),
    involved(calls, index, { repeats }) {
      const last = calls.slice(index + 1 - repeats, index + 1);
      const clear =
        different(last, textOf) === repeats && different(last, resultOf) === 1 && last[0].result.trim() !== "";
      return clear ? last : [];
    },
  },
  {
    title: `similarQuery({ tools: ${JSON.stringify(SEARCHES)}, threshold: ${SIMILAR} })`,
    detector: similarQuery({ tools: SEARCHES, threshold: SIMILAR }),
    involved(calls, index) {
      const { name, batch, args } = calls[index];
      const like = (call) => queriesAreSimilar(call.args.query ?? "", args.query ?? "", { threshold: SIMILAR });
      const earlier = calls.slice(0, index).findLast((call) => call.name === name && call.batch < batch && like(call));
      const clear =
        earlier !== undefined && earlier.args.query !== args.query && restOf(earlier) === restOf(calls[index]);
      return clear ? [earlier, calls[index]] : [];
    },
  },
  {
    title: `limit({ limits: ${JSON.stringify(LIMITS)}, default: Infinity })`,
    detector: limit({ limits: LIMITS, default: Number.POSITIVE_INFINITY }),
    involved(calls, index, { details }) {
      const own = calls.slice(0, index + 1).filter(({ name }) => name === calls[index].name);
      return own.slice(-details.limit - 1);
    },
  },
];

/** For each detector `{ title }`, and with a case also `{ run, calls, detection }`. Reads no further than it needs. */
export function firstCases(runs) {
  const found = CASES.map(({ title }) => ({ title }));
  for (const run of runs) {
    for (const [i, { detector, involved }] of CASES.entries())
      if (found[i].run === undefined) Object.assign(found[i], firstCase(run, detector, involved));
    if (found.every((one) => one.run !== undefined)) break;
  }
  return found;
}

function firstCase(run, detector, involved) {
  for (const { index, detection } of detections(run, detector)) {
    const calls = involved(run.calls, index, detection);
    if (calls.length > 0) return { run, calls, detection };
  }
  return undefined;
}

/** What the detector says of a run, with the index of the call that it says it of. */
function detections(run, detector) {
  const guard = new LoopGuard({ detectors: [detector], shadow: true });
  const found = [];
  const note = (index, { detection }) => {
    if (detection !== null) found.push({ index, detection });
  };
  for (const { first, calls, newTurn } of rounds(run.calls)) {
    if (newTurn) guard.beginTurn();
    guard.beginRound();
    const made = calls.map((call, i) => ({ id: String(first + i), name: call.name, arguments: argumentsOf(call) }));
    made.forEach((call, i) => {
      note(first + i, guard.before(call));
    });
    made.forEach((call, i) => {
      const text = resultOf(calls[i]);
      note(first + i, guard.after(call, calls[i].error ? { error: text } : { result: text }));
    });
  }
  guard.close();
  return found;
}

function textOf({ name, args }) {
  return `${name} ${JSON.stringify(args)}`;
}

/** What a search asks besides its query. */
function restOf({ args: { query, ...rest } }) {
  return JSON.stringify(rest);
}

function different(calls, key) {
  return new Set(calls.map(key)).size;
}
