/** One line of the table, and how a bench hands its lines to `run.mjs`. */
import { ratios, summary } from "./measure.mjs";

const rows = [];

/**
 * A timing against a rival: the ratio of the two is held against `target`.
 *
 * `ours` and `rival` are samples of `measure`, in nanoseconds; `target` is the greatest ratio, none for a row that only
 * tells.
 */
export function timing(name, { ours, rival, target, note }) {
  rows.push({
    name,
    unit: "ns",
    ours: summary(ours),
    rival: rival === undefined ? null : summary(rival),
    ratio: rival === undefined ? null : summary(ratios(ours, rival)),
    ...judged(rival === undefined ? Number.NaN : summary(ratios(ours, rival)).median, target),
    note,
  });
}

/** A quantity that is held against `target` itself. */
export function quantity(name, { ours, rival, unit, target, note }) {
  const own = summary(ours);
  rows.push({
    name,
    unit,
    ours: own,
    rival: rival === undefined ? null : summary(rival),
    ratio: null,
    ...judged(own.median, target),
    note,
  });
}

function judged(value, target) {
  return target === undefined ? { target: null, met: null } : { target, met: value <= target };
}

/** Gives the rows to the parent; run on its own, a bench prints them. */
export function finish() {
  if (process.send !== undefined) process.send(rows);
  else console.log(JSON.stringify(rows, null, 2));
}

/** Outputs are compared before anything is timed. */
export function mustBeEqual(actual, expected, what) {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: ${a.slice(0, 300)} is not ${b.slice(0, 300)}`);
}
