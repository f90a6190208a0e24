/** Arguments and results on their way to the core. */
import { TOO_LARGE, VALUE_MAX } from "../base/json-text.ts";
import { comparableText } from "../base/value-text.ts";
import { type Core, putBytes, putText } from "./core.ts";
import { ArgsKind, ResultKind } from "./layout.gen.ts";
import { ARRAY } from "./packed.ts";
import { pack, packResult } from "./packer.ts";

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

/** Appends arguments to the message, and gives their kind. Throws what `JSON.stringify` throws. */
export function writeArguments(core: Core, args: unknown): number {
  if (typeof args === "string") {
    if (args.length > VALUE_MAX.bytes) throw new RangeError(TOO_LARGE);
    core.characters = args.length;
    putText(core.memory, args);
    return ArgsKind.raw;
  }
  if (Body.is(args)) return writeBody(core, args);
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
 * in `core.fault` afterwards.
 */
export function writeResult(core: Core, result: unknown): number {
  const kind = Body.is(result) ? writeBody(core, result) : writeComparable(core, result);
  core.comparable = kind !== ResultKind.none;
  return kind;
}

function writeComparable(core: Core, result: unknown): number {
  const { memory } = core;
  core.characters = memory.characters = 0;
  core.fault = undefined;
  if (typeof result === "string") {
    core.characters = result.length;
    putText(memory, result);
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
