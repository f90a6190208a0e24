/** `NativeGuard` over WebAssembly. Arguments are read and checked before the core is entered. */
import type { LadderTuple, NativeDetectorSpec, NativeGuard, NativeProfile, NativeRun } from "./binding.ts";
import { DETECTOR_TYPES } from "./core/layout.gen.ts";
import { asBit, asChoice, asKey, asLadder, asNumber, asObject, asTexts, asU32 } from "./wasm-arguments.ts";
import type { WasmCore } from "./wasm-core.ts";
import { close, freeWith, Owned } from "./wasm-owned.ts";
import { WasmRun } from "./wasm-run.ts";
import { SharedGuard } from "./wasm-shared-guard.ts";

export class WasmGuard implements NativeGuard {
  readonly #core: WasmCore;
  readonly #owned: Owned;
  readonly #shared: SharedGuard;

  constructor(core: WasmCore, key: Uint8Array, maxEntries: number, ladder: LadderTuple, shadow: boolean) {
    const entries = asU32(maxEntries);
    const rungs = asLadder(ladder);
    const bit = asBit(shadow);
    const bytes = asKey(key);
    core.begin(bytes.length);
    core.check(core.functions.lg_wasm_guard_new(core.putBytes(bytes), entries, ...rungs, bit, core.out));
    const shared = new SharedGuard(core, core.result()).hold();
    this.#core = core;
    this.#shared = shared;
    this.#owned = new Owned(core, shared.pointer, () => shared.release());
    freeWith(this, this.#owned);
  }

  addDetector(spec: NativeDetectorSpec): void {
    const {
      type,
      similarity,
      pollAfterMs,
      maxWaitMs,
      canonical,
      settled,
      strongOnly,
      failuresOnly,
      ladder,
      ...numbers
    } = asObject(spec);
    const values = [
      asChoice(type, DETECTOR_TYPES.length - 1),
      asU32(numbers.threshold),
      asU32(numbers.minCycleLen),
      asU32(numbers.maxCycleLen),
      asU32(numbers.windowSize),
      asU32(numbers.transientThreshold),
      asU32(numbers.errorThreshold),
      asU32(numbers.ackThreshold),
      asNumber(similarity),
      asNumber(pollAfterMs),
      asNumber(maxWaitMs),
      asBit(canonical) | (asBit(settled) << 1) | (asBit(strongOnly) << 2) | (asBit(failuresOnly) << 3),
      ...asLadder(ladder),
    ];
    const guard = this.#owned.open("guard");
    this.#core.check(this.#core.functions.lg_wasm_guard_add_detector(guard, ...values));
  }

  addProfile(profile: NativeProfile, replaceDefault: boolean): number {
    const { exempt, mutates, poll, similar, ladder, ...rest } = asObject(profile);
    const flags = asBit(exempt) | (asBit(mutates) << 1) | (asBit(poll) << 2) | (asBit(similar) << 3);
    const values = [
      asBit(replaceDefault),
      flags,
      asNumber(rest.pollMinIntervalMs),
      asNumber(rest.pollMaxWaitMs),
      asU32(rest.maxRepeats),
      asU32(rest.limit),
      asU32(rest.volatileClasses),
      asU32(rest.failureClasses),
      ...asLadder(ladder),
    ];
    const keep = asTexts(rest.keep);
    const ignore = asTexts(rest.ignore);
    const guard = this.#owned.open("guard");
    const core = this.#core;
    core.begin([...keep, ...ignore].reduce((units, text) => units + text.length + 8, 4));
    const table = [...putAll(core, keep), ...putAll(core, ignore)];
    const texts = core.putBytes(new Uint8Array(Uint32Array.from(table).buffer));
    const { lg_wasm_guard_add_profile } = core.functions;
    core.check(lg_wasm_guard_add_profile(guard, ...values, texts, keep.length, ignore.length, core.out));
    return core.result();
  }

  run(): NativeRun {
    this.#owned.open("guard");
    return new WasmRun(this.#shared);
  }

  close(): void {
    close(this.#owned);
  }
}

/** The addresses of all texts, then their lengths. */
function putAll(core: WasmCore, texts: string[]): number[] {
  const lengths: number[] = [];
  const pointers = texts.map((text) => {
    const pointer = core.put(text);
    lengths.push(core.length);
    return pointer;
  });
  return [...pointers, ...lengths];
}
