import type { WasmCore } from "./wasm-core.ts";

/** A core guard and how many open objects use it: the guard itself, and each run. The last to close frees it. */
export class SharedGuard {
  readonly core: WasmCore;
  readonly pointer: number;
  #holders = 0;

  constructor(core: WasmCore, pointer: number) {
    this.core = core;
    this.pointer = pointer;
  }

  hold(): this {
    this.#holders++;
    return this;
  }

  release(): void {
    if (--this.#holders === 0) this.core.functions.lg_guard_free(this.pointer);
  }
}
