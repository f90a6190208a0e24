/**
 * Marks by which our own objects are known to every copy of the package in a process, such as one that a dependency brought
 * along. `instanceof` only knows the class of its own copy.
 */
type Brand = "guard" | "run" | "ToolLoopError";
export declare function mark(prototype: object, brand: Brand): void;
/** Whether `value` is an object of ours, whichever copy of the package made it. */
export declare function hasBrand(value: unknown, brand: Brand): boolean;
export {};
