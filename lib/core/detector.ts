/** `lg_detector`: a window of signatures that finds a cycle at its end. */
import { bytesOf, type Core, firstDigest, putText, putU32 } from "./core.ts";
import { closeHandle, type Handle, handleOf } from "./handle.ts";
import { Operation } from "./layout.gen.ts";

export class CoreDetector {
  readonly #core: Core;
  readonly #handle: Handle;

  constructor(core: Core, handle: number) {
    this.#core = core;
    this.#handle = handleOf(this, core, handle);
  }

  /** 0: no cycle; else `cycleLength * 2^20 + repeats`. */
  push(signature: string): number {
    return this.#core.number(Operation.push, this.#open(), (memory) => putText(memory, signature));
  }

  /** 32 hex digits: the digest of the signature `back` places before the newest. */
  at(back: number): string {
    return this.#core.bytes(Operation.at, this.#open(), (memory) => putU32(memory, back), firstDigest);
  }

  reset(): void {
    this.#core.number(Operation.forget, this.#open());
  }

  snapshot(): Uint8Array {
    return this.#core.bytes(Operation.detectorSnapshot, this.#open(), undefined, bytesOf);
  }

  close(): void {
    closeHandle(this.#handle);
  }

  #open(): number {
    return this.#handle.open("detector");
  }
}
