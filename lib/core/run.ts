/** `lg_run`: one run and everything that happens in it. */

import { fromBase64, toBase64 } from "../base/text-bytes.ts";
import { bytesOf, type Core, digestAt, putBytes, putText, putU32, textAt } from "./core.ts";
import { writeCall, writeFact, writeOutcome } from "./event.ts";
import { type CoreExplanation, readExplanation } from "./explanation.ts";
import { closeHandle, type Handle, handleOf } from "./handle.ts";
import { EventTag, NO_TICKET, Operation, ReportAt, ReportFlag, ReportStepAt, RestoredAt } from "./layout.gen.ts";
import type { Memory } from "./memory.ts";
import type { AppliedVerdict, CoreReport, CoreRestoreReport, PackedVerdict } from "./types.ts";

/**
 * The state of one run. Every method throws `ERR_LOOPGUARD_CLOSED` after `close()`; `close` twice is fine. Arguments and
 * results are values, or what was taken down of them: a `Body`.
 */
export class CoreRun {
  readonly #core: Core;
  readonly #handle: Handle;

  constructor(core: Core, handle: number) {
    this.#core = core;
    this.#handle = handleOf(this, core, handle);
  }

  /** Characters of the arguments or the result that were told last. */
  get characters(): number {
    return this.#core.characters;
  }

  /** Whether the result that was told last is equal to others. */
  get comparable(): boolean {
    return this.#core.comparable;
  }

  /** Throws an `UnpackableError` for arguments that cannot be written; so do `invalid` and the records of both. */
  before(
    name: string,
    args: unknown,
    id: string | undefined,
    query: string | undefined,
    profile: number,
    nowMs: number,
  ): PackedVerdict {
    const core = this.#core;
    const outer = core.memory.enter();
    try {
      writeCall(core, EventTag.before, name, args, id, query, profile, nowMs);
      return core.send(Operation.judge, this.#handle.open("run"));
    } finally {
      core.leave(outer);
    }
  }

  /**
   * `flags`: of `EventFlag`, whether the call failed and why. `nowMs`: `FINAL_MS` for a poll's final answer. `read` false:
   * nobody compares results. What a result's getters throw goes to `onError`.
   */
  after(
    ticket: number,
    result: unknown,
    read: boolean,
    flags: number,
    error: string | undefined,
    nowMs: number,
    onError: (error: unknown) => void,
  ): PackedVerdict {
    const core = this.#core;
    const outer = core.memory.enter();
    try {
      writeOutcome(core, ticket, undefined, 0, result, read, flags, error, nowMs, onError);
      return core.send(Operation.judge, this.#handle.open("run"));
    } finally {
      core.leave(outer);
    }
  }

  invalid(
    name: string,
    args: unknown,
    id: string | undefined,
    profile: number,
    error: string | undefined,
    nowMs: number,
  ): PackedVerdict {
    return this.#judge((core) => writeCall(core, EventTag.invalid, name, args, id, error, profile, nowMs));
  }

  detect(detector: number, name: string, key: string, repeats: number): PackedVerdict {
    return this.#judge(({ memory }) => writeFact(memory, EventTag.detect, detector, repeats, 0, name, key, undefined));
  }

  resolve(ticket: number, action: number): void {
    this.#checked((core) => writeFact(core.memory, EventTag.resolve, ticket, action, 0, "", "", undefined));
  }

  /** `Step`: a round or a turn begins, all is forgotten, or something happened that the run is not told of. */
  step(step: number): void {
    this.#checked((core) => writeFact(core.memory, EventTag.step, step, 0, 0, "", "", undefined));
  }

  /** The ticket that waits for the outcome of the call with this id, or that it had in this round; or `NO_TICKET`. */
  ticket(id: string): number {
    return this.#ticket(id) >> 1;
  }

  /** Whether a call with this id was judged in the round that a call of now would be of: it gets the same verdict again. */
  judged(id: string): boolean {
    return this.#ticket(id) % 2 === 1;
  }

  #ticket(id: string): number {
    return this.#core.number(Operation.ticket, this.#open(), (memory) => putText(memory, id));
  }

  /** Whether rounds are only those that begin with a step, as from the first such step on. */
  explicitRounds(): boolean {
    return this.#core.number(Operation.rounds, this.#open()) !== 0;
  }

  setExplicitRounds(explicit: boolean): void {
    this.#core.number(Operation.rounds, this.#open(), (memory) => putU32(memory, explicit ? 1 : 0));
  }

  report(): CoreReport {
    return this.#core.bytes(Operation.report, this.#open(), undefined, readReport);
  }

  /** From now on it keeps why each detector fired or kept silent. */
  explain(): void {
    this.#core.number(Operation.explain, this.#open(), (memory) => putU32(memory, 1));
  }

  /** Of the call that was told last. */
  explanation(): CoreExplanation {
    return this.#core.bytes(Operation.explanation, this.#open(), undefined, readExplanation);
  }

  snapshot(): Uint8Array {
    return this.#core.bytes(Operation.snapshot, this.#open(), undefined, bytesOf);
  }

  restore(bytes: Uint8Array): CoreRestoreReport {
    return this.#core.bytes(Operation.restore, this.#open(), (memory) => putBytes(memory, bytes), readRestored);
  }

  /** What `before` would do, as a text (base64) that says it to any run under this key; the run stays as it is. */
  recordBefore(
    name: string,
    args: unknown,
    id: string | undefined,
    query: string | undefined,
    profile: number,
    nowMs: number,
  ): string {
    return this.#record((core) => writeCall(core, EventTag.before, name, args, id, query, profile, nowMs));
  }

  recordAfter(
    id: string,
    profile: number,
    result: unknown,
    read: boolean,
    flags: number,
    error: string | undefined,
    nowMs: number,
    onError: (error: unknown) => void,
  ): string {
    return this.#record((core) =>
      writeOutcome(core, NO_TICKET, id, profile, result, read, flags, error, nowMs, onError),
    );
  }

  recordInvalid(
    name: string,
    args: unknown,
    id: string | undefined,
    profile: number,
    error: string | undefined,
    nowMs: number,
  ): string {
    return this.#record((core) => writeCall(core, EventTag.invalid, name, args, id, error, profile, nowMs));
  }

  recordResolve(id: string, action: number): string {
    return this.#record(({ memory }) => writeFact(memory, EventTag.resolve, NO_TICKET, action, 0, "", "", id));
  }

  recordDetect(detector: number, profile: number, name: string, key: string, repeats: number): string {
    return this.#record(({ memory }) =>
      writeFact(memory, EventTag.detect, detector, repeats, profile, name, key, undefined),
    );
  }

  recordStep(step: number): string {
    return this.#record(({ memory }) => writeFact(memory, EventTag.step, step, 0, 0, "", "", undefined));
  }

  /** The tool's name in a record of `before` or `invalid`, else "". Throws `ERR_LOOPGUARD_ERECORD`. */
  recordName(record: string): string {
    const name = (memory: Memory, length: number): string => textAt(memory, 0, length);
    return this.#core.bytes(Operation.recordName, this.#open(), (memory) => putRecord(memory, record), name);
  }

  apply(record: string): AppliedVerdict {
    const core = this.#core;
    const outer = core.memory.enter();
    try {
      putRecord(core.memory, record);
      return core.send(Operation.apply, this.#open());
    } finally {
      core.leave(outer);
    }
  }

  close(): void {
    closeHandle(this.#handle);
  }

  #open(): number {
    return this.#handle.open("run");
  }

  #judge(write: (core: Core) => void): PackedVerdict {
    const core = this.#core;
    const outer = core.memory.enter();
    try {
      write(core);
      return core.send(Operation.judge, this.#open());
    } finally {
      core.leave(outer);
    }
  }

  #checked(write: (core: Core) => void): void {
    this.#core.number(Operation.judge, this.#open(), () => write(this.#core));
  }

  #record(write: (core: Core) => void): string {
    const core = this.#core;
    return core.bytes(Operation.record, this.#open(), () => write(core), base64Of);
  }
}

function base64Of({ bytes }: Memory, length: number): string {
  return toBase64(bytes.subarray(0, length));
}

/** The bytes of a record; none for a text that is not base64 as `base64Of` writes it, which is no record. */
function putRecord(memory: Memory, record: string): void {
  const bytes = fromBase64(record);
  if (bytes !== undefined) putBytes(memory, bytes);
}

function readReport(memory: Memory): CoreReport {
  const { view } = memory;
  const u32 = (at: number): number => view.getUint32(at, true);
  const flags = u32(ReportAt.flags);
  const pattern: CoreReport["pattern"] = [];
  let at: number = ReportAt.steps;
  for (let left = u32(ReportAt.stepCount); left > 0; left--) {
    const length = u32(at + ReportStepAt.nameLen);
    const name = textAt(memory, at + ReportStepAt.name, length);
    pattern.push({ name, signature: digestAt(memory, at + ReportStepAt.signature) });
    at += ReportStepAt.name + length;
  }
  return {
    detector: u32(ReportAt.detector),
    type: u32(ReportAt.type),
    repeats: u32(ReportAt.repeats),
    threshold: u32(ReportAt.threshold),
    cycleLength: u32(ReportAt.cycleLength),
    strikes: u32(ReportAt.strikes),
    strong: (flags & ReportFlag.strong) !== 0,
    transient: (flags & ReportFlag.transient) !== 0,
    again: (flags & ReportFlag.again) !== 0,
    fingerprint: digestAt(memory, ReportAt.fingerprint),
    pattern,
    waitMs: view.getFloat64(ReportAt.waitMs, true),
    waitedMs: view.getFloat64(ReportAt.waitedMs, true),
  };
}

function readRestored({ view }: Memory): CoreRestoreReport {
  const u32 = (at: number): number => view.getUint32(at, true);
  return {
    version: u32(RestoredAt.version),
    sameOptions: u32(RestoredAt.sameOptions) !== 0,
    loops: u32(RestoredAt.loops),
    armed: u32(RestoredAt.armed),
    detections: u32(RestoredAt.detections),
    observations: u32(RestoredAt.observations),
    counts: u32(RestoredAt.counts),
    profiles: u32(RestoredAt.profiles),
  };
}
