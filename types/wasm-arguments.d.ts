/** Argument checks of the WebAssembly build: what is no number, string, ... as binding.ts says never reaches the core. */
import type { LadderTuple } from "./binding.ts";
export declare function asNumber(value: unknown): number;
/** A whole number from 0 to `max`. */
export declare function asChoice(value: unknown, max: number): number;
export declare function asU32(value: unknown): number;
export declare function asBit(value: unknown): 0 | 1;
export declare function asText(value: unknown): string;
export declare function asOptionalText(value: unknown): string | undefined;
/** A `Uint8Array` of any realm. */
export declare function asBytes(value: unknown): Uint8Array;
export declare function asKey(value: unknown): Uint8Array;
export declare function asLadder(value: unknown): LadderTuple;
export declare function asTexts(value: unknown): string[];
export declare function asObject<T extends object>(value: T): T;
/** The bytes of a record; none for a text that is not base64 as the addon writes it, which is no record. */
export declare function asRecord(value: unknown): Uint8Array;
