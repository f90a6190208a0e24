/** `NativeGuard` and `NativeRun` over WebAssembly. Arguments are read and checked before the core is entered. */
import {
  ArgsKind as Args,
  type ArgsKind,
  DETECTOR_TYPES,
  type LadderTuple,
  type NativeDetectorSpec,
  type NativeGuard,
  type NativeProfile,
  type NativeReport,
  type NativeRun,
  NO_TICKET,
  type PackedVerdict,
  ResultKind as Result,
  type ResultKind,
} from "./binding.ts";
import {
  asBit,
  asBytes,
  asChoice,
  asKey,
  asLadder,
  asNumber,
  asObject,
  asOptionalText,
  asText,
  asTexts,
  asU32,
} from "./wasm-arguments.ts";
import type { WasmCore } from "./wasm-core.ts";
import { close, freeWith, Owned } from "./wasm-owned.ts";

/** `LG_NO_TICKET`. */
const NO_CORE_TICKET = 0xffffffff;
const ABORT = 4;
const ALL_FLAGS = 3;
/** Where the parts of `report_head` and `report_step` lie, see native/wasm/exports.c. */
const HEAD_FINGERPRINT = 48;
const STEP_SIGNATURE = 8;

/** A core guard and how many open objects use it: the guard itself, and each run. The last to close frees it. */
class SharedGuard {
  readonly core: WasmCore;
  readonly pointer: number;
  #holders = 0;

  constructor(core: WasmCore, pointer: number) {
    this.core = core;
    this.pointer = pointer;
  }

  hold(): this {
    this.#holders++;
    return this;
  }

  release(): void {
    if (--this.#holders === 0) this.core.functions.lg_guard_free(this.pointer);
  }
}

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
    const { type, similarity, canonical, settled, strongOnly, failuresOnly, ladder, ...numbers } = asObject(spec);
    const values = [
      asChoice(type, DETECTOR_TYPES.length - 1),
      asU32(numbers.threshold),
      asU32(numbers.minCycleLen),
      asU32(numbers.maxCycleLen),
      asU32(numbers.windowSize),
      asU32(numbers.transientThreshold),
      asU32(numbers.errorThreshold),
      asNumber(similarity),
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

function units(text: string | undefined): number {
  return text === undefined ? 0 : text.length;
}

class WasmRun implements NativeRun {
  readonly #core: WasmCore;
  readonly #owned: Owned;

  constructor(guard: SharedGuard) {
    const core = guard.core;
    core.check(core.functions.lg_run_new(guard.pointer, core.out));
    guard.hold();
    this.#core = core;
    this.#owned = new Owned(core, core.result(), (pointer) => {
      core.functions.lg_run_free(pointer);
      guard.release();
    });
    freeWith(this, this.#owned);
  }

  before(
    name: string,
    args: string | undefined,
    argsKind: ArgsKind,
    id: string | undefined,
    query: string | undefined,
    profile: number,
    nowMs: number,
  ): PackedVerdict {
    const core = this.#core;
    const kind = asChoice(argsKind, Args.none);
    const text = kind === Args.none ? asOptionalText(args) : asText(args);
    core.begin(asText(name).length + units(text) + units(asOptionalText(id)) + units(asOptionalText(query)));
    asU32(profile);
    asNumber(nowMs);
    const argsAt = core.put(text);
    const argsLen = core.length;
    const nameAt = core.put(name);
    const nameLen = core.length;
    const idAt = core.put(id);
    const idLen = core.length;
    const queryAt = core.put(query);
    const { lg_wasm_run_before } = core.functions;
    return lg_wasm_run_before(
      this.#owned.open("run"),
      nameAt,
      nameLen,
      kind,
      argsAt,
      argsLen,
      idAt,
      idLen,
      queryAt,
      core.length,
      profile,
      nowMs,
    );
  }

  after(
    ticket: number,
    resultKind: ResultKind,
    result: string | undefined,
    flags: number,
    error: string | undefined,
    nowMs: number,
  ): PackedVerdict {
    const core = this.#core;
    const kind = asChoice(resultKind, Result.json);
    const text = kind === Result.none ? asOptionalText(result) : asText(result);
    core.begin(units(text) + units(asOptionalText(error)));
    asU32(ticket);
    asChoice(flags, ALL_FLAGS);
    asNumber(nowMs);
    const resultAt = core.put(text);
    const resultLen = core.length;
    const errorAt = core.put(error);
    const { lg_wasm_run_after } = core.functions;
    const run = this.#owned.open("run");
    return lg_wasm_run_after(run, ticket, kind, resultAt, resultLen, flags, errorAt, core.length, nowMs);
  }

  invalid(
    name: string,
    args: string | undefined,
    argsKind: ArgsKind,
    id: string | undefined,
    profile: number,
    error: string | undefined,
    nowMs: number,
  ): PackedVerdict {
    const core = this.#core;
    const kind = asChoice(argsKind, Args.none);
    const text = kind === Args.none ? asOptionalText(args) : asText(args);
    core.begin(asText(name).length + units(text) + units(asOptionalText(id)) + units(asOptionalText(error)));
    asU32(profile);
    asNumber(nowMs);
    const argsAt = core.put(text);
    const argsLen = core.length;
    const nameAt = core.put(name);
    const nameLen = core.length;
    const idAt = core.put(id);
    const idLen = core.length;
    const errorAt = core.put(error);
    const { lg_wasm_run_invalid } = core.functions;
    return lg_wasm_run_invalid(
      this.#owned.open("run"),
      nameAt,
      nameLen,
      kind,
      argsAt,
      argsLen,
      idAt,
      idLen,
      profile,
      errorAt,
      core.length,
      nowMs,
    );
  }

  detect(detector: number, name: string, key: string, repeats: number): PackedVerdict {
    const core = this.#core;
    asU32(detector);
    asU32(repeats);
    core.begin(asText(name).length + asText(key).length);
    const nameAt = core.put(name);
    const nameLen = core.length;
    const keyAt = core.put(key);
    const run = this.#owned.open("run");
    return core.functions.lg_wasm_run_detect(run, detector, nameAt, nameLen, keyAt, core.length, repeats);
  }

  ticket(id: string): number {
    const core = this.#core;
    core.begin(asText(id).length);
    const idAt = core.put(id);
    core.check(core.functions.lg_run_ticket(this.#owned.open("run"), idAt, core.length, core.out));
    const ticket = core.result();
    return ticket === NO_CORE_TICKET ? NO_TICKET : ticket;
  }

  resolve(ticket: number, action: number): void {
    const core = this.#core;
    asU32(ticket);
    asChoice(action, ABORT);
    core.check(core.functions.lg_wasm_run_resolve(this.#owned.open("run"), ticket, action));
  }

  beginRound(): void {
    this.#core.check(this.#core.functions.lg_run_begin_round(this.#owned.open("run")));
  }

  beginTurn(): void {
    this.#core.check(this.#core.functions.lg_run_begin_turn(this.#owned.open("run")));
  }

  reset(): void {
    this.#core.check(this.#core.functions.lg_run_reset(this.#owned.open("run")));
  }

  report(): NativeReport {
    const core = this.#core;
    const run = this.#owned.open("run");
    core.check(core.functions.lg_wasm_run_report(run, core.out));
    const field = (index: number): number => core.result(2 + index);
    const report: NativeReport = {
      detector: field(0),
      type: field(1),
      repeats: field(2),
      threshold: field(3),
      cycleLength: field(4),
      strikes: field(5),
      strong: field(6) !== 0,
      again: field(7) !== 0,
      fingerprint: core.hex(core.out + HEAD_FINGERPRINT),
      pattern: [],
      waitMs: core.view().getFloat64(core.out, true),
    };
    const steps = field(8);
    for (let i = 0; i < steps; i++) {
      core.check(core.functions.lg_wasm_run_report_step(run, i, core.out));
      const name = core.text(core.result(0), core.result(1));
      report.pattern.push({ name, signature: core.hex(core.out + STEP_SIGNATURE) });
    }
    return report;
  }

  snapshot(): Uint8Array {
    const core = this.#core;
    core.check(core.functions.lg_run_snapshot(this.#owned.open("run"), core.out, core.out + 4));
    return core.resultBytes();
  }

  restore(bytes: Uint8Array): void {
    const core = this.#core;
    core.begin(asBytes(bytes).length);
    const at = core.putBytes(bytes);
    core.check(core.functions.lg_run_restore(this.#owned.open("run"), at, core.length));
  }

  close(): void {
    close(this.#owned);
  }
}
