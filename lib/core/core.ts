/** One instance of the core: the block that messages are written to, and the one entry that takes them. */
import { coreError } from "./core-error.ts";
import { Operation } from "./layout.gen.ts";
import type { Memory, MemoryHost, OuterMessage } from "./memory.ts";
import { writeText } from "./text.ts";
import { decodeWtf8 } from "./wtf8.ts";

/** What a build of the core has to offer. */
export interface Port extends MemoryHost {
  /** Its block, for everybody who uses this instance. */
  readonly memory: Memory;
  /** `lg_door_call`. Throws `failure` once there is one. */
  call(operation: number, handle: number, length: number): number;
  /** The core came to its end, and nothing of it is used any more. */
  readonly failure: Error | undefined;
}

/** The least that a block has, so that heads of messages need no look at it. */
export const BLOCK_MIN: number = 64 * 1024;
/** A block that one huge message left larger than this is given back. */
const BLOCK_KEEP = 8 * 1024 * 1024;

export class Core {
  readonly memory: Memory;
  /** Of the last value that was written: how long its text is, as it stands or as JSON. */
  characters = 0;
  /** Whether the last result could be compared with others. */
  comparable = false;
  readonly #port: Port;

  constructor(port: Port) {
    this.#port = port;
    this.memory = port.memory;
  }

  get failure(): Error | undefined {
    return this.#port.failure;
  }

  /** Sends the message that ends at `memory.at`: what `lg_door_call` answers. */
  send(operation: number, handle: number): number {
    const answer = this.#port.call(operation, handle, this.memory.at);
    this.memory.renew();
    return answer;
  }

  /** Gives back what a handle stands for. It has no message, so one that is being written stays as it is. */
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

  /** One message and its answer, a number. Throws the error of a status. */
  number(operation: number, handle: number, write?: (memory: Memory) => void): number {
    return this.#ask(operation, handle, write, (_, answer) => answer);
  }

  /** One message and its answer in bytes, which `read` finds at the block's start. Throws the error of a status. */
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

  /** Makes room for an answer that had none, and gets it. */
  fetch(length: number): void {
    if (length <= this.memory.bytes.length) return;
    this.memory.at = 0;
    this.memory.grow(length);
    this.send(Operation.fetch, 0);
  }

  /** The error of a status, in the core's words. */
  error(status: number): Error {
    const why = this.send(Operation.fetch, 0);
    const said = why > 0 && why <= this.memory.bytes.length ? textAt(this.memory, 0, why) : undefined;
    this.memory.at = 4;
    this.memory.view.setUint32(0, status, true);
    const length = Math.max(0, this.send(Operation.status, 0));
    const [name = "", text = ""] = textAt(this.memory, 0, length).split("\n");
    return coreError(name, said ?? text);
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

/** The digest that lies there, as 32 hex digits. */
export function digestAt(memory: Memory, from: number): string {
  return memory.buffer.toString("hex", from, from + 16);
}

/** The digest at the block's start. */
export function firstDigest(memory: Memory): string {
  return digestAt(memory, 0);
}

/** A copy of the bytes at the block's start. */
export function bytesOf(memory: Memory, length: number): Uint8Array {
  return memory.bytes.slice(0, length);
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
