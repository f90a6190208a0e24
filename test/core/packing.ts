/** A block of memory for tests of the packer, and what it packs there. */
import { expect } from "vitest";
import { Memory } from "../../lib/core/memory.ts";
import { pack } from "../../lib/core/packer.ts";

/** A block that is another one each time it grows; the old one is wiped, as if it had been freed. */
export class TestHost {
  grown = 0;
  #block: Uint8Array;

  constructor(size: number) {
    this.#block = new Uint8Array(size);
  }

  block(): Uint8Array {
    return this.#block;
  }

  grow(size: number, used: number): void {
    this.grown++;
    const bigger = new Uint8Array(size);
    bigger.set(this.#block.subarray(0, used));
    this.#block.fill(0xee);
    this.#block = bigger;
  }
}

export function testMemory(size = 1 << 16): Memory {
  return new Memory(new TestHost(size));
}

/** What `pack` writes of a value; `undefined`: nothing. */
export function packed(value: unknown, memory: Memory = testMemory()): Buffer | undefined {
  const outer = memory.enter();
  try {
    return pack(memory, value) ? Buffer.from(memory.bytes.slice(0, memory.at)) : undefined;
  } finally {
    memory.leave(outer);
  }
}

/** Vitest compares bytes one by one, which takes its time: only where they differ is it asked to show how. */
export function expectBytes(bytes: Buffer | undefined, expected: Buffer | undefined): void {
  if (bytes === undefined || expected === undefined || !bytes.equals(expected)) expect(bytes).toEqual(expected);
}
