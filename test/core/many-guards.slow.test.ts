/** Guards that come and go leave nothing behind, on either build. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import type { CoreClient } from "../../lib/core/client.ts";
import { Core } from "../../lib/core/core.ts";
import { CoreGuard } from "../../lib/core/guard.ts";
import { loadNative } from "../../lib/core/native.ts";
import { loadWasm, WasmPort } from "../../lib/core/wasm.ts";
import { tries } from "../effort.ts";

/** A million with LOOPGUARD_EFFORT=5. */
const GUARDS = tries(200_000);
/** After so many every pool, table of handles and heap has its working size. */
const WARM_UP = Math.ceil(GUARDS / 5);
const KEY = new Uint8Array(16).fill(3);
const CONFIGURATION = { preset: "recommended", maxEntries: 16, tools: { poll: { poll: true } } };
/** With a million guards the two together are less than if each forgot one block of the smallest size, 32 bytes. */
const BYTES_EACH = 8;
const SLACK = 12 << 20;

/** A guard's life: configured, used, refused a configuration, restored, and closed in either order. */
function live(core: CoreClient | Core, i: number): void {
  const guard = core instanceof Core ? new CoreGuard(core, KEY, CONFIGURATION) : core.guard(KEY, CONFIGURATION);
  const run = guard.run();
  const verdict = run.before("read", { i }, `call_${i}`, undefined, 0, i);
  run.after(Math.floor(verdict / 16), `result ${i}`, true, 0, undefined, i, (error) => {
    throw error;
  });
  if (i % 8 === 0) run.restore(run.snapshot());
  if (i % 8 === 1) refuse(guard, i);
  if (i % 2 === 0) guard.close();
  run.close();
  guard.close();
}

/** `expect` takes longer than a guard lives. */
function refuse(guard: CoreGuard, i: number): void {
  try {
    guard.addProfile({ nonsense: i }, false);
  } catch {
    return;
  }
  throw new Error("took nonsense for a profile");
}

function lives(core: CoreClient | Core, from: number, to: number): void {
  for (let i = from; i < to; i++) live(core, i);
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** What this process has in memory beside the heap of JavaScript, which comes and goes. */
function ownMemory(): number {
  collect();
  const { rss, heapTotal } = process.memoryUsage();
  return rss - heapTotal;
}

const LONG = 1_200_000;

it(
  `${GUARDS} guards of the addon: memory outside of the heap does not grow`,
  () => {
    const core = loadNative();
    lives(core, 0, WARM_UP);
    const before = ownMemory();
    lives(core, WARM_UP, WARM_UP + GUARDS);
    expect(ownMemory() - before).toBeLessThan(GUARDS * BYTES_EACH + SLACK);
  },
  LONG,
);

it(
  `${GUARDS} guards in WebAssembly: its memory does not grow by a page`,
  () => {
    const core = new Core(new WasmPort());
    lives(core, 0, WARM_UP);
    const pages = core.memory.bytes.buffer.byteLength;
    lives(core, WARM_UP, WARM_UP + GUARDS);
    expect(core.memory.bytes.buffer.byteLength).toBe(pages);
    expect(loadWasm().guard(KEY, CONFIGURATION)).toBeDefined();
  },
  LONG,
);
