/**
 * Marks by which our own objects are known to every copy of the package in a process, such as one that a dependency brought
 * along. `instanceof` only knows the class of its own copy.
 */

import { property } from "./property.ts";

type Brand = "guard" | "run" | "ToolLoopError";

function symbolOf(brand: Brand): symbol {
  return Symbol.for(`loopguard.${brand}`);
}

export function mark(prototype: object, brand: Brand): void {
  Object.defineProperty(prototype, symbolOf(brand), { value: true });
}

/** Whether `value` is an object of ours, whichever copy of the package made it. */
export function hasBrand(value: unknown, brand: Brand): boolean {
  return property(value, symbolOf(brand)) === true;
}
