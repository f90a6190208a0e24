type Brand = "guard" | "run" | "ToolLoopError";
export declare function mark(prototype: object, brand: Brand): void;
/** Whether `value` is an object of ours, whichever copy of the package made it. */
export declare function hasBrand(value: unknown, brand: Brand): boolean;
export {};
