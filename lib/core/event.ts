/** The events of a run, each one message: the core judges it, or turns it into a record for a store. */

import { TOO_LARGE, VALUE_MAX } from "../base/json-text.ts";
import { comparableText } from "../base/value-text.ts";
import { type Core, putBytes, putText } from "./core.ts";
import { ArgsKind, EventAt, EventFlag, EventTag, ResultKind } from "./layout.gen.ts";
import type { Memory } from "./memory.ts";
import { ARRAY } from "./packed.ts";
import { pack, packResult } from "./packer.ts";

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

/** The call has failed, which nobody judges any more. */
export function failedEvent(
  ticket: number,
  id: string | undefined,
  profile: number,
  error: string,
  nowMs: number,
): Event {
  return (to) => writeOutcome(to, ticket, id, profile, undefined, false, EventFlag.failed, error, nowMs);
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
 * Throws an `UnpackableError` for arguments that cannot be written. `mayBeBody`: see `writeArguments`.
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
  mayBeBody?: boolean,
): void {
  const { memory } = core;
  memory.at = EventAt.bytes;
  putText(memory, name);
  const body = memory.at;
  let kind: number;
  try {
    kind = writeArguments(core, args, mayBeBody);
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
  let kind = writeResult(core, result, read);
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

/** A packed value: arguments or a result that is sent later, when the value itself may have changed. */
export class Body {
  /** `ArgsKind` or `ResultKind`. */
  readonly kind: number;
  /** `undefined`: the value has no content. */
  readonly content: string | Uint8Array | undefined;
  /** The length of the value's text: of a string itself, else of its JSON. */
  readonly characters: number;

  /** Whether a value has a private field can be asked without calling the traps of a proxy. */
  readonly #isBody = true;

  /** Whether `value` is a `Body`, and not a value of the user's. */
  static is(value: unknown): value is Body {
    return typeof value === "object" && value !== null && #isBody in value;
  }

  constructor(kind: number, content: string | Uint8Array | undefined, characters: number) {
    this.kind = kind;
    this.content = content;
    this.characters = characters;
  }
}

/** Bytes of the tag and the length of a list. */
const LIST_HEAD = 5;

/** Arguments that cannot be packed: a cycle, a BigInt, or a getter or `toJSON` that throws. `cause` is that error. */
export class UnpackableError extends Error {
  constructor(cause: unknown) {
    super("The arguments cannot be written", { cause });
  }
}

/**
 * Appends arguments to the message, and gives their kind. Throws what `JSON.stringify` throws. `mayBeBody` false: they are the
 * user's own. To look for a private field takes V8 60 ns from Node.js 24 on, a tenth of a small call.
 */
export function writeArguments(core: Core, args: unknown, mayBeBody = true): number {
  if (typeof args === "string") {
    if (args.length > VALUE_MAX.bytes) throw new RangeError(TOO_LARGE);
    core.characters = args.length;
    putText(core.memory, args);
    return ArgsKind.raw;
  }
  if (mayBeBody && Body.is(args)) return writeBody(core, args);
  return writeValue(core, args) ? ArgsKind.packed : ArgsKind.none;
}

/** Appends the list `[value]`, and gives its kind: `none` for a value without JSON text. */
export function writeWrapped(core: Core, value: unknown): number {
  const { memory } = core;
  const start = memory.at;
  memory.at += LIST_HEAD;
  if (!writeValue(core, value)) return ArgsKind.none;
  memory.bytes[start] = ARRAY;
  memory.view.setUint32(start + 1, memory.at - start - LIST_HEAD, true);
  core.characters += 2;
  return ArgsKind.packed;
}

/** Appends any value. False: it has no JSON text, and nothing was written. */
export function writeValue(core: Core, value: unknown): boolean {
  core.memory.characters = 0;
  const has = pack(core.memory, value);
  core.characters = core.memory.characters;
  return has;
}

/**
 * Appends a result to the message, and gives its kind: `none` for a result that is equal to no other. What a getter throws is
 * in `core.fault` afterwards. `read` false: of a text, which may be long, nothing is written.
 */
export function writeResult(core: Core, result: unknown, read = true): number {
  const kind = Body.is(result) ? writeBody(core, result) : writeComparable(core, result, read);
  core.comparable = kind !== ResultKind.none;
  return kind;
}

function writeComparable(core: Core, result: unknown, read: boolean): number {
  const { memory } = core;
  core.characters = memory.characters = 0;
  core.fault = undefined;
  if (typeof result === "string") {
    core.characters = result.length;
    if (read) putText(memory, result);
    return ResultKind.text;
  }
  if (result === undefined || typeof result === "function" || typeof result === "symbol") return ResultKind.none;
  try {
    if (!packResult(memory, result)) return writeDescription(core, result);
  } catch (error) {
    core.fault = { error };
    return ResultKind.none;
  }
  core.characters = memory.characters;
  core.fault = undefined; // a getter may have sent another result
  return ResultKind.packed;
}

function writeDescription(core: Core, result: unknown): number {
  let fault: Core["fault"];
  const text = comparableText(result, (error) => {
    fault = { error };
  });
  core.fault = fault;
  if (text === undefined) return ResultKind.none;
  core.characters = text.length;
  putText(core.memory, text);
  return ResultKind.json;
}

function writeBody(core: Core, { kind, content, characters }: Body): number {
  core.characters = characters;
  if (typeof content === "string") putText(core.memory, content);
  else if (content !== undefined) putBytes(core.memory, content);
  return kind;
}

/** Packs a value with one of the functions above. */
export function packBody(core: Core, write: () => number): Body {
  const { memory } = core;
  const outer = memory.enter();
  try {
    const kind = write();
    return new Body(kind, memory.bytes.slice(0, memory.at), core.characters);
  } finally {
    core.leave(outer);
  }
}
