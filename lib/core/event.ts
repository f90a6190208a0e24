/**
 * The events of a run: a call that is asked for, its outcome, a step. Each is one message; the core judges it, or turns it
 * into a record for a store.
 */
import { UnpackableError, writeArguments, writeResult } from "./body.ts";
import { type Core, putText } from "./core.ts";
import { EventAt, EventFlag, EventTag, ResultKind } from "./layout.gen.ts";
import type { Memory } from "./memory.ts";

/** Writes one event, with `writeCall` or `writeOutcome`, or is one of the events below. */
export type Event = (core: Core) => void;

/** The verdict on a call, which a ticket or an id identifies, is another: by a user's function, or by a human, who granted so much. */
export function resolveEvent(ticket: number, id: string | undefined, action: number, granted = 0): Event {
  return ({ memory }) => writeFact(memory, EventTag.resolve, ticket, action, granted, "", "", id);
}

/** The custom detector at place `detector` found a loop. */
export function detectEvent(detector: number, profile: number, name: string, key: string, repeats: number): Event {
  return ({ memory }) => writeFact(memory, EventTag.detect, detector, repeats, profile, name, key, undefined);
}

/** `Step`: a new round, a new turn, a reset, a call that the run does not track, or a compaction. */
export function stepEvent(step: number): Event {
  return ({ memory }) => writeFact(memory, EventTag.step, step, 0, 0, "", "", undefined);
}

/** The agent wants to end its turn. `again`: it did before, and was sent back. `words`: its last message, if that is known. */
export function stoppedEvent(again: boolean, words: string | undefined): Event {
  return ({ memory }) => {
    memory.at = EventAt.bytes;
    writeEnd(memory, EventTag.stopped, 0, 0, 0, again ? 1 : 0, 0, EventAt.bytes, EventAt.bytes, undefined, words);
  };
}

/** What a model response has used, in finite numbers from 0 up. */
export function usageEvent(inputTokens: number, outputTokens: number, cost: number, nowMs: number): Event {
  return ({ memory }) => {
    const at = EventAt.bytes;
    memory.view.setFloat64(at, inputTokens, true);
    memory.view.setFloat64(at + 8, outputTokens, true);
    memory.view.setFloat64(at + 16, cost, true);
    memory.at = at + 24;
    writeEnd(memory, EventTag.usage, 0, nowMs, 0, 0, 0, at, memory.at, undefined, undefined);
  };
}

/**
 * Writes a call (`EventTag.before`) or one that reaches no tool (`EventTag.invalid`). `tail`: its query, or why it is invalid.
 * Throws an `UnpackableError` for arguments that cannot be written.
 */
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

/**
 * Writes an outcome. `ticket` or `id` identifies the call. `flags`: of `EventFlag`, whether the call failed and whether that is
 * transient. `nowMs`: `FINAL_MS` for a poll's final answer. `read` false: no detector reads the result.
 */
export function writeOutcome(
  core: Core,
  ticket: number,
  id: string | undefined,
  profile: number,
  result: unknown,
  read: boolean,
  flags: number,
  error: string | undefined,
  nowMs: number,
): void {
  const { memory } = core;
  memory.at = EventAt.bytes;
  let kind = writeResult(core, result);
  if (!read) {
    kind = ResultKind.none;
    memory.at = EventAt.bytes;
  }
  const bits = flags | (kind * EventFlag.resultKind);
  writeEnd(memory, EventTag.after, bits, nowMs, profile, ticket, 0, EventAt.bytes, memory.at, id, error);
}

function writeFact(
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

/** Writes the id and the tail after the body, which extends from `body` to `end`, then the head. */
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
