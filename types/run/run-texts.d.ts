/** What the model writes in one run: answers and reasoning, each with a detector of its own. */
import type { LoopDetection, TextOptions } from "../base/types.ts";
import { type Event } from "../core/event.ts";
import { type TextRepeatDetector } from "../rules/detectors/text-repeat.ts";
/** A loop in what the model writes. */
export interface TextFinding {
    /** Reports it to the core. */
    readonly event: Event;
    /** What only the text says of the detection. */
    readonly found: Partial<LoopDetection>;
    /** At most a warning, whatever the ladder says. */
    readonly mild: boolean;
}
export declare class RunTexts {
    #private;
    /** `index`: the detector's place among all. `key`: of its digests. */
    constructor(index: number, detector: TextRepeatDetector, key: () => Uint8Array);
    /** Takes a chunk. The first loop that is complete within it, or with the end of a message. Throws for wrong input. */
    read(chunk: string, { kind, messageId, end }: TextOptions): TextFinding | undefined;
    /** Forgets all text, and gives the memory back. */
    clear(): void;
}
