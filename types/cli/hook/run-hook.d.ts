import type { LoopGuardOptions } from "../../types.ts";
import { type Dialect } from "./hook-event.ts";
/**
 * The answer to the event in `input`: JSON text, or `""` where there is nothing to say. Throws when the event cannot be
 * judged.
 */
export declare function answerTo(input: Uint8Array, dialect: Dialect | "auto", options: LoopGuardOptions): string;
/** Reads the event from stdin, writes the answer to stdout, and keeps whatever goes wrong from the agent. */
export declare function runHook(dialect: Dialect | "auto", options: () => Promise<LoopGuardOptions>): Promise<void>;
