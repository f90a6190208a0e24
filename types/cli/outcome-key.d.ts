/** What the core compares of an outcome, as a text: equal exactly when the core's digests are. */
import type { LoopOutcome, VolatileClass } from "../base/types.ts";
/** Spans of texts that are not compared, as bits of `VOLATILE_BITS`. */
export interface VolatileBits {
    readonly results: number;
    readonly failures: number;
}
export declare function volatileBits(classes: readonly VolatileClass[]): number;
/** `null` for an outcome that cannot be compared. `part`: what is compared of the text; default: all of it. */
export declare function outcomeKey(toolName: string, outcome: LoopOutcome, volatile: VolatileBits, part?: (text: string) => string): string | null;
/** The text in a key: of the result, or of the failure. */
export declare function outcomeText(key: string): string;
/** Whether the outcome was a value, and its JSON is compared. */
export declare function isJsonKey(key: string): boolean;
