/** Arguments and results on their way to the core. */
import { comparableText } from "../values/value-text.ts";
import { type Core, putBytes, putText } from "./core.ts";
import { ArgsKind, ResultKind } from "./layout.gen.ts";
import { ARRAY } from "./packed.ts";
import { pack, packResult } from "./packer.ts";

/** A value as the core takes it, taken down: for whoever tells it later, when the value itself may be another. */
export class Body {
  /** `ArgsKind` or `ResultKind`. */
  readonly kind: number;
  /** `undefined`: nothing. */
  readonly content: string | Uint8Array | undefined;
  /** How long the value's text is, as it stands or as JSON. */
  readonly characters: number;

  /** Proxies, whose traps are the user's, do not hear of being asked for this. */
  readonly #isBody = true;

  /** Whether `value` is one, and not a value of the user's. */
  static is(value: unknown): value is Body {
    return typeof value === "object" && value !== null && #isBody in value;
  }

  constructor(kind: number, content: string | Uint8Array | undefined, characters: number) {
    this.kind = kind;
    this.content = content;
    this.characters = characters;
  }
}

/** The tag and the length of a list. */
const LIST_HEAD = 5;

/** Arguments that cannot be written: cycles, BigInt, what a getter or `toJSON` throws. That is `cause`. */
export class UnpackableError extends Error {
  constructor(cause: unknown) {
    super("The arguments cannot be written", { cause });
  }
}

/** Writes arguments behind the message so far, and gives their kind. Throws what `JSON.stringify` throws. */
export function writeArguments(core: Core, args: unknown): number {
  if (typeof args === "string") {
    core.characters = args.length;
    putText(core.memory, args);
    return ArgsKind.raw;
  }
  if (Body.is(args)) return writeBody(core, args);
  return writeValue(core, args) ? ArgsKind.packed : ArgsKind.none;
}

/** False: the value has no JSON, and nothing was written. */
function writeValue(core: Core, value: unknown): boolean {
  core.memory.characters = 0;
  const has = pack(core.memory, value);
  core.characters = core.memory.characters;
  return has;
}

/**
 * Writes a result behind the message so far, and gives its kind. One that is equal to no other is none; what a getter
 * throws goes to `onError`.
 */
export function writeResult(core: Core, result: unknown, onError: (error: unknown) => void): number {
  const kind = Body.is(result) ? writeBody(core, result) : writeComparable(core, result, onError);
  core.comparable = kind !== ResultKind.none;
  return kind;
}

function writeComparable(core: Core, result: unknown, onError: (error: unknown) => void): number {
  const { memory } = core;
  core.characters = memory.characters = 0;
  if (typeof result === "string") {
    core.characters = result.length;
    putText(memory, result);
    return ResultKind.text;
  }
  if (result === undefined || typeof result === "function" || typeof result === "symbol") return ResultKind.none;
  try {
    if (packResult(memory, result)) {
      core.characters = memory.characters;
      return ResultKind.packed;
    }
  } catch (error) {
    onError(error);
    return ResultKind.none;
  }
  const text = comparableText(result, onError);
  if (text === undefined) return ResultKind.none;
  core.characters = text.length;
  putText(memory, text);
  return ResultKind.json;
}

function writeBody(core: Core, { kind, content, characters }: Body): number {
  core.characters = characters;
  if (typeof content === "string") putText(core.memory, content);
  else if (content !== undefined) putBytes(core.memory, content);
  return kind;
}

/** Arguments, taken down. Throws what `JSON.stringify` throws. */
export function takeArguments(core: Core, args: unknown): Body {
  if (Body.is(args)) return args;
  if (typeof args === "string") return new Body(ArgsKind.raw, args, args.length);
  return take(core, () => writeArguments(core, args));
}

/** Any value, taken down; a string is one like any other. Throws what `JSON.stringify` throws. */
export function takeValue(core: Core, value: unknown): Body {
  return take(core, () => (writeValue(core, value) ? ArgsKind.packed : ArgsKind.none));
}

/** A result, taken down. */
export function takeResult(core: Core, result: unknown, onError: (error: unknown) => void): Body {
  if (Body.is(result)) return result;
  if (typeof result === "string") return new Body(ResultKind.text, result, result.length);
  return take(core, () => writeResult(core, result, onError));
}

/** The arguments `[value]`, taken down; `undefined` for a value without JSON. Throws what `JSON.stringify` throws. */
export function takeWrapped(core: Core, value: unknown): Body | undefined {
  const { memory } = core;
  const list = take(core, () => {
    memory.at = LIST_HEAD;
    if (!writeValue(core, value)) return ArgsKind.none;
    memory.bytes[0] = ARRAY;
    memory.view.setUint32(1, memory.at - LIST_HEAD, true);
    core.characters += 2;
    return ArgsKind.packed;
  });
  return list.kind === ArgsKind.none ? undefined : list;
}

function take(core: Core, write: () => number): Body {
  const { memory } = core;
  const outer = memory.enter();
  try {
    const kind = write();
    return new Body(kind, memory.bytes.slice(0, memory.at), core.characters);
  } finally {
    core.leave(outer);
  }
}
