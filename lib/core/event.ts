/** What happens in a run, as the one message that judges it or makes a record of it. */
import { UnpackableError, writeArguments, writeResult } from "./body.ts";
import { type Core, putText } from "./core.ts";
import { EventAt, EventFlag, EventTag, ResultKind } from "./layout.gen.ts";
import type { Memory } from "./memory.ts";

/** A call that is asked for, or never reaches a tool. `tail`: its query, or why not. Throws an `UnpackableError`. */
export function writeCall(
  core: Core,
  tag: number,
  name: string,
  args: unknown,
  id: string | undefined,
  tail: string | undefined,
  profile: number,
  nowMs: number,
): void {
  const { memory } = core;
  memory.at = EventAt.bytes;
  putText(memory, name);
  const body = memory.at;
  let kind: number;
  try {
    kind = writeArguments(core, args);
  } catch (error) {
    throw new UnpackableError(error);
  }
  writeEnd(memory, tag, kind * EventFlag.argsKind, nowMs, profile, 0, 0, body, memory.at, id, tail);
}

/** An outcome. `number`: the ticket, where there is one. `read` false: nobody looks at the result. */
export function writeOutcome(
  core: Core,
  number: number,
  id: string | undefined,
  profile: number,
  result: unknown,
  read: boolean,
  flags: number,
  error: string | undefined,
  nowMs: number,
  onError: (error: unknown) => void,
): void {
  const { memory } = core;
  memory.at = EventAt.bytes;
  let kind = writeResult(core, result, onError);
  if (!read) {
    kind = ResultKind.none;
    memory.at = EventAt.bytes;
  }
  const bits = flags | (kind * EventFlag.resultKind);
  writeEnd(memory, EventTag.after, bits, nowMs, profile, number, 0, EventAt.bytes, memory.at, id, error);
}

/** What happens to a call, or to the run. */
export function writeFact(
  memory: Memory,
  tag: number,
  number: number,
  amount: number,
  profile: number,
  name: string,
  key: string,
  id: string | undefined,
): void {
  memory.at = EventAt.bytes;
  putText(memory, name);
  const body = memory.at;
  putText(memory, key);
  writeEnd(memory, tag, 0, 0, profile, number, amount, body, memory.at, id, undefined);
}

/** The id and the tail behind the body, which lies from `body` to `end`; then the head. */
function writeEnd(
  memory: Memory,
  tag: number,
  flags: number,
  nowMs: number,
  profile: number,
  number: number,
  amount: number,
  body: number,
  end: number,
  id: string | undefined,
  tail: string | undefined,
): void {
  let bits = flags;
  if (id !== undefined) {
    bits |= EventFlag.id;
    putText(memory, id);
  }
  const idEnd = memory.at;
  if (tail !== undefined) {
    bits |= EventFlag.tail;
    putText(memory, tail);
  }
  const { view } = memory;
  view.setUint32(EventAt.tag, tag, true);
  view.setUint32(EventAt.flags, bits, true);
  view.setFloat64(EventAt.nowMs, nowMs, true);
  view.setUint32(EventAt.profile, profile, true);
  view.setUint32(EventAt.number, number, true);
  view.setUint32(EventAt.amount, amount, true);
  view.setUint32(EventAt.nameLen, body - EventAt.bytes, true);
  view.setUint32(EventAt.bodyLen, end - body, true);
  view.setUint32(EventAt.idLen, idEnd - end, true);
  view.setUint32(EventAt.tailLen, memory.at - idEnd, true);
  view.setUint32(EventAt.zero, 0, true);
}
