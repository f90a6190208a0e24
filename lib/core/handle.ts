/** An object of the core that belongs to one of JavaScript: freed by `close()`, or after that was collected. */
import { closedError } from "../base/errors.ts";
import { bytesOf, type Core } from "./core.ts";

export class Handle {
  readonly core: Core;
  #number: number;

  constructor(core: Core, number: number) {
    this.core = core;
    this.#number = number;
  }

  /** The number of the handle; throws once it is closed. `what` is "run" and the like. */
  open(what: string): number {
    if (this.#number === 0) throw closedError(what);
    return this.#number;
  }

  /** Does nothing the second time. */
  free(): void {
    const number = this.#number;
    this.#number = 0;
    if (number !== 0) this.core.free(number);
  }
}

const registry = new FinalizationRegistry<Handle>((handle) => handle.free());

/** The handle of `holder`, freed once `holder` was collected. */
export function handleOf(holder: object, core: Core, number: number): Handle {
  const handle = new Handle(core, number);
  registry.register(holder, handle, handle);
  return handle;
}

export function closeHandle(handle: Handle): void {
  registry.unregister(handle);
  handle.free();
}

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
    this.#handle = handleOf(this, core, handle);
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
    closeHandle(this.#handle);
  }

  protected open(): number {
    return this.#handle.open(this.#what);
  }
}
