/** One instance of the core: the block of memory that messages are written to, and the one function that takes them. */

import { closedError } from "../base/errors.ts";
import { Operation } from "./layout.gen.ts";
import { decodeWtf8, Memory, type MemoryHost, type OuterMessage, writeText } from "./memory.ts";
import type { AnswerLayout, Fields } from "./types.ts";

/** The error of a status, by its name in `LG_STATUS_MAP` ("LG_EJSON") and what there is to say. */
export function coreError(name: string, text: string): Error {
  const code = name === "LG_ENOMEM" ? "ERR_LOOPGUARD_MEMORY" : name.replace("LG_", "ERR_LOOPGUARD_");
  return Object.assign(new Error(text.charAt(0).toUpperCase() + text.slice(1)), { code });
}

/** What a build of the core provides. */
export interface Port extends MemoryHost {
  /** The block of memory, shared by all that use this instance. */
  readonly memory: Memory;
  /** `lg_door_call`. Throws `failure` once it is set. */
  call(operation: number, handle: number, length: number): number;
  /** Why the instance can no longer be used; `undefined` as long as it works. */
  readonly failure: Error | undefined;
}

/** The minimum size of a block, so that the head of a message always fits without a check. */
export const BLOCK_MIN: number = 64 * 1024;
/** A block larger than this, left by one huge message, is made small again. */
const BLOCK_KEEP = 8 * 1024 * 1024;

/** Bytes at the end of an addon's block, see native/addon: operation, handle and length, then the answer in their place. */
const REQUEST = 16;

/** With a block of this side, which comes with each call. */
export function portOf(door: (block: ArrayBuffer) => void): Port {
  let block: ArrayBuffer; // to ask a view for it takes V8 long
  let bytes: Uint8Array;
  let request: Uint32Array;
  let answer: Float64Array;
  const make = (size: number): void => {
    const end = Math.ceil(size / 8) * 8; // views of numbers are aligned
    block = new ArrayBuffer(end + REQUEST);
    bytes = new Uint8Array(block, 0, end); // all that the core may answer in
    request = new Uint32Array(block, end);
    answer = new Float64Array(block, end);
  };
  make(BLOCK_MIN);
  const host: MemoryHost = {
    block: () => bytes,
    grow: (size, used) => {
      const old = bytes.subarray(0, used);
      make(size);
      bytes.set(old);
    },
  };
  const call: Port["call"] = (operation, handle, length) => {
    request[0] = operation;
    request[1] = handle;
    request[2] = length;
    door(block);
    return answer[0] as number;
  };
  return { ...host, call, memory: new Memory(host), failure: undefined };
}

export class Core {
  readonly memory: Memory;
  /** The length of the text of the last value that was written: of a string itself, else of its JSON. */
  characters = 0;
  /** Whether the last result could be compared with others. */
  comparable = false;
  /** What a getter of the last result threw. */
  fault: { readonly error: unknown } | undefined;
  readonly #port: Port;

  constructor(port: Port) {
    this.#port = port;
    this.memory = port.memory;
  }

  get failure(): Error | undefined {
    return this.#port.failure;
  }

  /** `fault`, once. */
  takeFault(): Core["fault"] {
    const { fault } = this;
    this.fault = undefined;
    return fault;
  }

  /** Sends the message that ends at `memory.at`, and gives the answer of `lg_door_call`. */
  send(operation: number, handle: number): number {
    const answer = this.#port.call(operation, handle, this.memory.at);
    this.memory.renew();
    return answer;
  }

  /** Frees what a handle stands for. It sends no message, so a message that is being written stays intact. */
  free(handle: number): void {
    if (this.failure === undefined) this.#port.call(Operation.free, handle, 0);
  }

  /** Ends what `memory.enter` began. */
  leave(outer: OuterMessage | undefined): void {
    this.memory.leave(outer);
    if (outer === undefined && this.memory.bytes.length > BLOCK_KEEP && this.failure === undefined) {
      this.#port.grow(BLOCK_MIN, 0);
      this.memory.renew();
    }
  }

  /** Sends one message; its answer is a number. Throws for an error status. */
  number(operation: number, handle: number, write?: (memory: Memory) => void): number {
    return this.#ask(operation, handle, write, (_, answer) => answer);
  }

  /** Sends one message; its answer is bytes, which `read` finds at the start of the block. Throws for an error status. */
  bytes<T>(
    operation: number,
    handle: number,
    write: ((memory: Memory) => void) | undefined,
    read: (memory: Memory, length: number) => T,
  ): T {
    return this.#ask(operation, handle, write, (memory, length) => {
      this.fetch(length);
      return read(memory, length);
    });
  }

  /** Makes room for an answer that did not fit, and fetches it. */
  fetch(length: number): void {
    if (length <= this.memory.bytes.length) return;
    this.memory.at = 0;
    this.memory.grow(length);
    this.send(Operation.fetch, 0);
  }

  /** The error for a status, with the core's message. */
  error(status: number): Error {
    const why = this.send(Operation.fetch, 0);
    const message = why > 0 && why <= this.memory.bytes.length ? textAt(this.memory, 0, why) : undefined;
    this.memory.at = 4;
    this.memory.view.setUint32(0, status, true);
    const length = Math.max(0, this.send(Operation.status, 0));
    const [name = "", text = ""] = textAt(this.memory, 0, length).split("\n");
    return coreError(name, message ?? text);
  }

  #ask<T>(
    operation: number,
    handle: number,
    write: ((memory: Memory) => void) | undefined,
    read: (memory: Memory, answer: number) => T,
  ): T {
    const { memory } = this;
    const outer = memory.enter();
    try {
      write?.(memory);
      const answer = this.send(operation, handle);
      if (answer < 0) throw this.error(-answer);
      return read(memory, answer);
    } finally {
      this.leave(outer);
    }
  }
}

export function textAt(memory: Memory, from: number, length: number): string {
  return decodeWtf8(memory.bytes.subarray(from, from + length));
}

/** The digest at `from`, as 32 hex digits. */
export function digestAt(memory: Memory, from: number): string {
  return memory.buffer.toString("hex", from, from + 16);
}

/** The text at the start of the block. */
export function firstText(memory: Memory, length: number): string {
  return textAt(memory, 0, length);
}

/** A copy of the bytes at the start of the block. */
export function bytesOf(memory: Memory, length: number): Uint8Array {
  return memory.bytes.slice(0, length);
}

/** The fields of an answer that begins at `from`. */
export function fieldsAt<Layout extends AnswerLayout>(
  memory: Memory,
  { doubles, numbers, flags, digests }: Layout,
  from = 0,
): Fields<Layout> {
  const { view } = memory;
  const read: Record<string, unknown> = {};
  for (const [name, at] of Object.entries(doubles)) read[name] = view.getFloat64(from + at, true);
  for (const [name, at] of Object.entries(numbers)) read[name] = view.getUint32(from + at, true);
  for (const [name, [at, bit]] of Object.entries(flags)) read[name] = (view.getUint32(from + at, true) & bit) !== 0;
  for (const [name, at] of Object.entries(digests)) read[name] = digestAt(memory, from + at);
  return read as Fields<Layout>;
}

export function putU32(memory: Memory, value: number): void {
  memory.view.setUint32(memory.at, value, true);
  memory.at += 4;
}

export function putText(memory: Memory, text: string): void {
  memory.at = writeText(memory, text, memory.at);
}

export function putBytes(memory: Memory, bytes: Uint8Array): void {
  const end = memory.at + bytes.length;
  memory.grow(end);
  memory.bytes.set(bytes, memory.at);
  memory.at = end;
}

/** Freed once `holder` was collected, if it was not closed before. */
export class Handle {
  readonly #core: Core;
  #number: number;

  constructor(holder: object, core: Core, number: number) {
    this.#core = core;
    this.#number = number;
    registry.register(holder, this, this);
  }

  /** The number of the handle; throws once it is closed. `what` is "run" and the like. */
  open(what: string): number {
    if (this.#number === 0) throw closedError(what);
    return this.#number;
  }

  /** Does nothing the second time. */
  close(): void {
    registry.unregister(this);
    const number = this.#number;
    this.#number = 0;
    if (number !== 0) this.#core.free(number);
  }
}

const registry = new FinalizationRegistry<Handle>((handle) => handle.close());

/** What a window of signatures and a window of text share: they are emptied, kept as bytes, and closed. */
export abstract class CoreWindow {
  protected readonly core: Core;
  readonly #handle: Handle;
  readonly #what: string;
  readonly #forget: number;
  readonly #snapshot: number;

  /** `what`: its name in errors. `forget`, `snapshot`: the operations. */
  constructor(core: Core, handle: number, what: string, forget: number, snapshot: number) {
    this.core = core;
    this.#handle = new Handle(this, core, handle);
    this.#what = what;
    this.#forget = forget;
    this.#snapshot = snapshot;
  }

  reset(): void {
    this.core.number(this.#forget, this.open());
  }

  snapshot(): Uint8Array {
    return this.core.bytes(this.#snapshot, this.open(), undefined, bytesOf);
  }

  close(): void {
    this.#handle.close();
  }

  /** Throws `ERR_LOOPGUARD_CLOSED`. */
  open(): number {
    return this.#handle.open(this.#what);
  }
}
