/** The bindings of the built package. */
import { loadNative } from "../../../dist/native.js";
import { loadWasm } from "../../../dist/wasm.js";

export const KEY = new Uint8Array(16).fill(7);
export const LADDER = [1, 2, 0, 5];

export function load(backend) {
  return backend === "native" ? loadNative() : loadWasm();
}

/** A guard with a cycle and a count detector, whose runs hold some kilobytes each. */
export function makeGuard(binding) {
  const guard = binding.guard(KEY, 1000, LADDER, false);
  const spec = {
    threshold: 3,
    minCycleLen: 1,
    maxCycleLen: 8,
    windowSize: 256,
    transientThreshold: 8,
    errorThreshold: 2,
    ackThreshold: 6,
    similarity: 0.75,
    pollAfterMs: 4500,
    maxWaitMs: 600_000,
    canonical: false,
    settled: false,
    strongOnly: false,
    failuresOnly: false,
    ladder: [0, 0, 0, 0],
  };
  for (const type of [0, 4]) guard.addDetector({ ...spec, type });
  return guard;
}

/** One call and its result; gives the packed verdicts. */
export function step(run, name, args, now = 0) {
  run.beginRound();
  const before = run.before(name, args, 0, undefined, undefined, 0, now);
  const after = run.after(Math.floor(before / 16), 1, "result", 0, undefined, now);
  return [before, after];
}
