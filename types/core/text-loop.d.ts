/** `lg_text_loop`: finds loops in text while it streams. */
import { type Core } from "./core.ts";
import { TEXT_KINDS } from "./layout.gen.ts";
/** `lg_text_kind`. */
export type TextKind = Exclude<(typeof TEXT_KINDS)[number], "none">;
/** `lg_text_match`. */
export interface CoreTextMatch {
    kind: TextKind;
    period: number;
    repeats: number;
    start: number;
    /** It is so long that nobody can have asked for it. */
    sure: boolean;
}
/** `lg_text_loop_options`: repeats, min_length, max_period, messages. */
export type TextLoopNumbers = readonly [number, number, number, number];
export declare class CoreTextLoop {
    #private;
    constructor(core: Core, handle: number);
    push(text: string): CoreTextMatch | undefined;
    endMessage(): CoreTextMatch | undefined;
    reset(): void;
    snapshot(): Uint8Array;
    close(): void;
}
