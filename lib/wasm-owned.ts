/** Pointers into the WebAssembly core, each freed once: by `close()`, or after its object was collected. */
import { closedError } from "./errors.ts";
import type { WasmCore } from "./wasm-core.ts";

export class Owned {
  readonly core: WasmCore;
  #pointer: number;
  readonly #free: (pointer: number) => void;

  constructor(core: WasmCore, pointer: number, free: (pointer: number) => void) {
    this.core = core;
    this.#pointer = pointer;
    this.#free = free;
  }

  /** The pointer; throws once it is freed. `what` is "run" and the like. */
  open(what: string): number {
    if (this.#pointer === 0) throw closedError(what);
    return this.#pointer;
  }

  /** Does nothing the second time. */
  free(): void {
    const pointer = this.#pointer;
    this.#pointer = 0;
    if (pointer !== 0 && this.core.failure === undefined) this.#free(pointer);
  }
}

const registry = new FinalizationRegistry<Owned>((owned) => owned.free());

/** Frees `owned` once `holder` was collected. */
export function freeWith(holder: object, owned: Owned): void {
  registry.register(holder, owned, owned);
}

export function close(owned: Owned): void {
  registry.unregister(owned);
  owned.free();
}
