/**
 * `closed-guards.mjs BACKEND COUNT`: guards that live and are closed, in either order. Prints the bytes outside of the
 * heap of JavaScript after a fifth of them, and at the end.
 */
import { loadNative } from "../../../out/core/native.js";
import { loadWasm } from "../../../out/core/wasm.js";

const [backend, count] = [process.argv[2], Number(process.argv[3])];
const core = backend === "native" ? loadNative() : loadWasm();
const KEY = new Uint8Array(16).fill(3);
const CONFIGURATION = { preset: "recommended", maxEntries: 16, tools: { poll: { poll: true } } };
/** After so many the event loop has its turn. */
const PART = 10_000;

/** A guard's life: configured, used, refused a configuration, restored, and closed. */
function live(i) {
  const guard = core.guard(KEY, CONFIGURATION);
  const run = guard.run();
  const verdict = run.before("read", { i }, `call_${i}`, undefined, 0, i);
  run.after(Math.floor(verdict / 16), `result ${i}`, true, 0, undefined, i);
  if (i % 8 === 0) run.restore(run.snapshot());
  if (i % 8 === 1) refuse(guard, i);
  if (i % 2 === 0) guard.close();
  run.close();
  guard.close();
}

function refuse(guard, i) {
  try {
    guard.addTool({ a: { nonsense: i } });
  } catch {
    return;
  }
  throw new Error("took nonsense for a policy");
}

async function lives(from, to) {
  for (let i = from; i < to; i++) {
    live(i);
    if (i % PART === 0) await new Promise(setImmediate);
  }
}

async function outside() {
  for (let i = 0; i < 3; i++) {
    globalThis.gc();
    await new Promise(setImmediate);
  }
  const { rss, heapTotal } = process.memoryUsage();
  return rss - heapTotal;
}

await lives(0, count / 5);
const early = await outside();
await lives(count / 5, count);
console.log(JSON.stringify({ early, late: await outside() }));
