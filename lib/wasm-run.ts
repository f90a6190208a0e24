/** `NativeRun` over WebAssembly. Arguments are read and checked before the core is entered. */
import {
  type AppliedVerdict,
  ArgsKind as Args,
  type ArgsKind,
  type NativeReport,
  type NativeRestoreReport,
  type NativeRun,
  NO_TICKET,
  type PackedVerdict,
  ResultKind as Result,
  type ResultKind,
  type Step,
  Step as Steps,
} from "./binding.ts";
import { asBit, asBytes, asChoice, asNumber, asOptionalText, asRecord, asText, asU32 } from "./wasm-arguments.ts";
import type { WasmCore } from "./wasm-core.ts";
import { close, freeWith, Owned } from "./wasm-owned.ts";
import type { SharedGuard } from "./wasm-shared-guard.ts";

/** `LG_NO_TICKET`. */
const NO_CORE_TICKET = 0xffffffff;
const ABORT = 4;
const ALL_FLAGS = 3;
/** Where the parts of `report_head` and `report_step` lie, see native/wasm/exports.c. */
const HEAD_FINGERPRINT = 56;
const STEP_SIGNATURE = 8;
/** Where the length lies behind a pointer among the results. */
const OUT_LENGTH = 4;

function units(text: string | undefined): number {
  return text === undefined ? 0 : text.length;
}

export class WasmRun implements NativeRun {
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

  unseen(): void {
    this.#core.check(this.#core.functions.lg_run_unseen(this.#owned.open("run")));
  }

  reset(): void {
    this.#core.check(this.#core.functions.lg_run_reset(this.#owned.open("run")));
  }

  explicitRounds(): boolean {
    const core = this.#core;
    core.check(core.functions.lg_run_explicit_rounds(this.#owned.open("run"), core.out));
    return core.bytes()[core.out] !== 0;
  }

  setExplicitRounds(explicit: boolean): void {
    const bit = asBit(explicit);
    this.#core.check(this.#core.functions.lg_run_set_explicit_rounds(this.#owned.open("run"), bit));
  }

  report(): NativeReport {
    const core = this.#core;
    const run = this.#owned.open("run");
    core.check(core.functions.lg_wasm_run_report(run, core.out));
    const field = (index: number): number => core.result(4 + index);
    const report: NativeReport = {
      detector: field(0),
      type: field(1),
      repeats: field(2),
      threshold: field(3),
      cycleLength: field(4),
      strikes: field(5),
      strong: field(6) !== 0,
      again: field(7) !== 0,
      transient: field(9) !== 0,
      fingerprint: core.hex(core.out + HEAD_FINGERPRINT),
      pattern: [],
      waitMs: core.view().getFloat64(core.out, true),
      waitedMs: core.view().getFloat64(core.out + 8, true),
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

  restore(bytes: Uint8Array): NativeRestoreReport {
    const core = this.#core;
    core.begin(asBytes(bytes).length);
    const at = core.putBytes(bytes);
    core.check(core.functions.lg_wasm_run_restore(this.#owned.open("run"), at, core.length, core.out));
    return {
      version: core.result(0),
      sameOptions: core.result(1) !== 0,
      loops: core.result(2),
      armed: core.result(3),
      detections: core.result(4),
      observations: core.result(5),
      counts: core.result(6),
      profiles: core.result(7),
    };
  }

  recordBefore(
    name: string,
    args: string | undefined,
    argsKind: ArgsKind,
    id: string | undefined,
    query: string | undefined,
    profile: number,
    nowMs: number,
  ): string {
    const { lg_wasm_run_record_before } = this.#core.functions;
    const texts = this.#putCall(name, args, argsKind, id, query);
    return this.#made(
      lg_wasm_run_record_before(this.#owned.open("run"), ...texts, asU32(profile), asNumber(nowMs), this.#core.out),
    );
  }

  recordInvalid(
    name: string,
    args: string | undefined,
    argsKind: ArgsKind,
    id: string | undefined,
    profile: number,
    error: string | undefined,
    nowMs: number,
  ): string {
    const { lg_wasm_run_record_invalid } = this.#core.functions;
    const texts = this.#putCall(name, args, argsKind, id, error);
    const reason = texts.splice(-2);
    const run = this.#owned.open("run");
    return this.#made(
      lg_wasm_run_record_invalid(run, ...texts, asU32(profile), ...reason, asNumber(nowMs), this.#core.out),
    );
  }

  recordAfter(
    id: string,
    profile: number,
    resultKind: ResultKind,
    result: string | undefined,
    flags: number,
    error: string | undefined,
    nowMs: number,
  ): string {
    const core = this.#core;
    const kind = asChoice(resultKind, Result.json);
    const text = kind === Result.none ? asOptionalText(result) : asText(result);
    core.begin(units(text) + units(asOptionalText(error)) + asText(id).length);
    const resultAt = [core.put(text), core.length];
    const idAt = [core.put(id), core.length];
    const errorAt = [core.put(error), core.length];
    const bits = asChoice(flags, ALL_FLAGS);
    const run = this.#owned.open("run");
    const { lg_wasm_run_record_after } = core.functions;
    return this.#made(
      lg_wasm_run_record_after(
        run,
        ...idAt,
        asU32(profile),
        kind,
        ...resultAt,
        bits,
        ...errorAt,
        asNumber(nowMs),
        core.out,
      ),
    );
  }

  recordResolve(id: string, action: number): string {
    const core = this.#core;
    core.begin(asText(id).length);
    const at = core.put(id);
    const run = this.#owned.open("run");
    const chosen = asChoice(action, ABORT);
    return this.#made(
      core.functions.lg_run_record_resolve(run, at, core.length, chosen, core.out, core.out + OUT_LENGTH),
    );
  }

  recordDetect(detector: number, profile: number, name: string, key: string, repeats: number): string {
    const core = this.#core;
    core.begin(asText(name).length + asText(key).length);
    const nameAt = [core.put(name), core.length];
    const keyAt = [core.put(key), core.length];
    const numbers = [asU32(detector), asU32(profile)];
    const { lg_run_record_detect } = core.functions;
    const run = this.#owned.open("run");
    return this.#made(
      lg_run_record_detect(run, ...numbers, ...nameAt, ...keyAt, asU32(repeats), core.out, core.out + OUT_LENGTH),
    );
  }

  recordStep(step: Step): string {
    const core = this.#core;
    const chosen = asChoice(step, Steps.reset);
    return this.#made(
      core.functions.lg_run_record_step(this.#owned.open("run"), chosen, core.out, core.out + OUT_LENGTH),
    );
  }

  recordName(record: string): string {
    const core = this.#core;
    const bytes = asRecord(record);
    core.begin(bytes.length);
    const at = core.putBytes(bytes);
    const run = this.#owned.open("run");
    core.check(core.functions.lg_run_record_name(run, at, core.length, core.out, core.out + OUT_LENGTH));
    return core.text(core.result(0), core.result(1));
  }

  apply(record: string): AppliedVerdict {
    const core = this.#core;
    const bytes = asRecord(record);
    core.begin(bytes.length);
    const at = core.putBytes(bytes);
    return core.functions.lg_wasm_run_apply(this.#owned.open("run"), at, core.length);
  }

  /** The four texts of a call as pointers and lengths, the kind of the arguments behind the name. */
  #putCall(
    name: string,
    args: string | undefined,
    argsKind: ArgsKind,
    id: string | undefined,
    last: string | undefined,
  ): number[] {
    const core = this.#core;
    const kind = asChoice(argsKind, Args.none);
    const text = kind === Args.none ? asOptionalText(args) : asText(args);
    core.begin(asText(name).length + units(text) + units(asOptionalText(id)) + units(asOptionalText(last)));
    const argsAt = [core.put(text), core.length];
    const nameAt = [core.put(name), core.length];
    const idAt = [core.put(id), core.length];
    const lastAt = [core.put(last), core.length];
    return [...nameAt, kind, ...argsAt, ...idAt, ...lastAt];
  }

  #made(status: number): string {
    this.#core.check(status);
    return Buffer.from(this.#core.resultBytes().buffer).toString("base64");
  }

  close(): void {
    close(this.#owned);
  }
}
