import { type Core } from "./core.ts";
import type { Memory } from "./memory.ts";
/** A call that is asked for, or never reaches a tool. `tail`: its query, or why not. Throws an `UnpackableError`. */
export declare function writeCall(core: Core, tag: number, name: string, args: unknown, id: string | undefined, tail: string | undefined, profile: number, nowMs: number): void;
/** An outcome. `number`: the ticket, where there is one. `read` false: nobody looks at the result. */
export declare function writeOutcome(core: Core, number: number, id: string | undefined, profile: number, result: unknown, read: boolean, flags: number, error: string | undefined, nowMs: number, onError: (error: unknown) => void): void;
/** What happens to a call, or to the run. */
export declare function writeFact(memory: Memory, tag: number, number: number, amount: number, profile: number, name: string, key: string, id: string | undefined): void;
