/** The core of the built package. */
import { stepEvent } from "../../../out/core/event.js";
import { loadNative } from "../../../out/core/native.js";
import { loadWasm } from "../../../out/core/wasm.js";

export const KEY = new Uint8Array(16).fill(7);

export function load(backend) {
  return backend === "native" ? loadNative() : loadWasm();
}

/** A guard with a cycle and a count detector, whose runs hold some kilobytes each. */
export function makeGuard(core) {
  return core.guard(KEY, {
    maxEntries: 1000,
    ladder: { warn: 1, hint: 2, abort: 5 },
    detectors: [
      { type: "count", maxRepeats: 3 },
      { type: "cycle", windowSize: 256 },
    ],
  });
}

/** One call and its result; gives the packed verdicts. */
export function step(run, name, args, now = 0) {
  run.tell(stepEvent(0));
  const before = run.before(name, args, undefined, undefined, 0, now);
  const after = run.after(Math.floor(before / 16), "result", true, 0, undefined, now);
  return [before, after];
}
