/** `lg_run`: one run. */

import { fromBase64, toBase64 } from "../base/text-bytes.ts";
import type { VerdictAction } from "../base/types.ts";
import {
  bytesOf,
  type Core,
  digestAt,
  fieldsAt,
  firstText,
  Handle,
  putBytes,
  putText,
  putU32,
  textAt,
} from "./core.ts";
import { type Event, writeCall, writeOutcome } from "./event.ts";
import { type CoreExplanation, readExplanation } from "./explanation.ts";
import { ACTIONS, EventTag, NEWEST, Operation, REPORT, RESTORED, ReportStepAt, STATUSES } from "./layout.gen.ts";
import type { Memory } from "./memory.ts";
import type { AppliedVerdict, CoreNewest, CoreReport, CoreRestoreReport, PackedVerdict } from "./types.ts";

/** The state of one run in the core. Arguments and results are values, or packed values: a `Body`. */
export class CoreRun {
  readonly #core: Core;
  readonly #handle: Handle;

  constructor(core: Core, handle: number) {
    this.#core = core;
    this.#handle = new Handle(this, core, handle);
  }

  /** The length of the arguments or the result that was written last. */
  get characters(): number {
    return this.#core.characters;
  }

  /** Whether the result that was written last can be compared with others. */
  get comparable(): boolean {
    return this.#core.comparable;
  }

  /** What a getter of the result that was written last threw; given once. */
  takeFault(): { readonly error: unknown } | undefined {
    return this.#core.takeFault();
  }

  /** Judges a call: see `writeCall`. Written out, as `after` is: an `Event` would be a closure for each call. */
  before(
    name: string,
    args: unknown,
    id: string | undefined,
    query: string | undefined,
    profile: number,
    nowMs: number,
    mayBeBody?: boolean,
  ): PackedVerdict {
    const core = this.#core;
    const outer = core.memory.enter();
    try {
      writeCall(core, EventTag.before, name, args, id, query, profile, nowMs, mayBeBody);
      return core.send(Operation.judge, this.#handle.open("run"));
    } finally {
      core.leave(outer);
    }
  }

  /** Judges an outcome: see `writeOutcome`. */
  after(
    ticket: number,
    result: unknown,
    read: boolean,
    flags: number,
    error: string | undefined,
    nowMs: number,
  ): PackedVerdict {
    const core = this.#core;
    const outer = core.memory.enter();
    try {
      writeOutcome(core, ticket, undefined, 0, result, read, flags, error, nowMs);
      return core.send(Operation.judge, this.#handle.open("run"));
    } finally {
      core.leave(outer);
    }
  }

  /** Judges any event. */
  judge(event: Event): PackedVerdict {
    return this.#send(Operation.judge, event);
  }

  /** Applies an event that has no verdict; throws what the core says against it. */
  tell(event: Event): void {
    this.#core.number(Operation.judge, this.#open(), () => event(this.#core));
  }

  /** The ticket of the call with this id, if it is in progress or was judged in this round; else `NO_TICKET`. */
  ticket(id: string): number {
    return this.#ticket(id) >> 1;
  }

  /** Whether a call with this id was judged in this round: it would get the same verdict again. */
  judged(id: string): boolean {
    return this.#ticket(id) % 2 === 1;
  }

  #ticket(id: string): number {
    return this.#core.number(Operation.ticket, this.#open(), (memory) => putText(memory, id));
  }

  /** Whether rounds begin only with a step, which is so from the first such step on. */
  explicitRounds(): boolean {
    return (this.#core.number(Operation.rounds, this.#open()) & 1) !== 0;
  }

  /** Whether the turn should have ended, by a step. */
  turnEnded(): boolean {
    return (this.#core.number(Operation.rounds, this.#open()) & 2) !== 0;
  }

  setExplicitRounds(explicit: boolean): void {
    this.#core.number(Operation.rounds, this.#open(), (memory) => putU32(memory, explicit ? 1 : 0));
  }

  /** What the call that was completed last returned. */
  newest(): CoreNewest {
    return this.#core.bytes(Operation.newest, this.#open(), undefined, (memory) => fieldsAt(memory, NEWEST));
  }

  report(): CoreReport {
    return this.#core.bytes(Operation.report, this.#open(), undefined, readReport);
  }

  /** From now on the run notes why each detector fired or did not. */
  explain(): void {
    this.#core.number(Operation.explain, this.#open());
  }

  /** For the event that was judged last. */
  explanation(): CoreExplanation {
    return this.#core.bytes(Operation.explanation, this.#open(), undefined, readExplanation);
  }

  snapshot(): Uint8Array {
    return this.#core.bytes(Operation.snapshot, this.#open(), undefined, bytesOf);
  }

  restore(bytes: Uint8Array): CoreRestoreReport {
    const write = (memory: Memory) => putBytes(memory, bytes);
    return this.#core.bytes(Operation.restore, this.#open(), write, (memory) => fieldsAt(memory, RESTORED));
  }

  /** The event as a text (base64), which any run under this key can apply; this run does not change. */
  record(event: Event): string {
    return this.#core.bytes(Operation.record, this.#open(), () => event(this.#core), base64Of);
  }

  /** The tool's name in a record of a call, else "". Throws `ERR_LOOPGUARD_ERECORD`. */
  recordName(record: string): string {
    return this.#core.bytes(Operation.recordName, this.#open(), (memory) => putRecord(memory, record), firstText);
  }

  apply(record: string): AppliedVerdict {
    return this.#send(Operation.apply, ({ memory }) => putRecord(memory, record));
  }

  close(): void {
    this.#handle.close();
  }

  #open(): number {
    return this.#handle.open("run");
  }

  #send(operation: number, write: Event): number {
    const core = this.#core;
    const outer = core.memory.enter();
    try {
      write(core);
      return core.send(operation, this.#open());
    } finally {
      core.leave(outer);
    }
  }
}

function base64Of({ bytes }: Memory, length: number): string {
  return toBase64(bytes.subarray(0, length));
}

/** Writes the bytes of a record; none for a text that `base64Of` did not make, which the core then refuses. */
function putRecord(memory: Memory, record: string): void {
  const bytes = fromBase64(record);
  if (bytes !== undefined) putBytes(memory, bytes);
}

function readReport(memory: Memory): CoreReport {
  const { stepCount, ...fields } = fieldsAt(memory, REPORT);
  const pattern: CoreReport["pattern"] = [];
  let at: number = REPORT.end;
  for (let left = stepCount; left > 0; left--) {
    const length = memory.view.getUint32(at + ReportStepAt.nameLen, true);
    const name = textAt(memory, at + ReportStepAt.name, length);
    pattern.push({ name, signature: digestAt(memory, at + ReportStepAt.signature) });
    at += ReportStepAt.name + length;
  }
  return { ...fields, pattern };
}

export function packedAction(packed: PackedVerdict): VerdictAction {
  return ACTIONS[packed & 7] as VerdictAction;
}

export function isDetected(packed: PackedVerdict): boolean {
  return (packed & 8) !== 0;
}

export function packedTicket(packed: PackedVerdict): number {
  return packed >>> 4;
}

/** The id was judged in this round already, and nothing has changed. */
export function isKnown(packed: AppliedVerdict): boolean {
  return (packed & 16) !== 0;
}

/** No outcome is expected: the run knows no such call, or the call was completed already. */
export function isThrough(packed: AppliedVerdict): boolean {
  return (packed & 32) !== 0;
}

/** Throws when the core refused its input. */
export function checkPacked(packed: PackedVerdict): void {
  if (packed < 0) throw new Error(`The core could not judge the call: ${STATUSES[-packed] ?? packed}`);
}
