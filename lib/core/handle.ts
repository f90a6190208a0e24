/** An object of the core that belongs to one of JavaScript: freed by `close()`, or after that was collected. */
import { closedError } from "../base/errors.ts";
import type { Core } from "./core.ts";

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
