/** Objects of the core that belong to one of JavaScript: guards, windows of signatures and of text. */
import { type Core, CoreWindow } from "./core.ts";
import { TEXT_KINDS } from "./layout.gen.ts";
import { CoreRun } from "./run.ts";
export declare class CoreGuard {
    #private;
    /** `key`: 16 bytes. `configuration`: see `lg_guard_configure`, which throws with what is wrong. */
    constructor(core: Core, key: Uint8Array, configuration: object);
    /** The number to pass to `before`: 0 for the one that replaces the default profile. */
    addProfile(profile: object, replaceDefault: boolean): number;
    run(): CoreRun;
    close(): void;
}
export declare class CoreDetector extends CoreWindow {
    constructor(core: Core, handle: number);
    /** 0: no cycle; else `cycleLength * 2^20 + repeats`. */
    push(signature: string): number;
    /** 32 hex digits: the digest of the signature `back` places before the newest. */
    at(back: number): string;
}
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
export declare class CoreTextLoop extends CoreWindow {
    constructor(core: Core, handle: number);
    push(text: string): CoreTextMatch | undefined;
    endMessage(): CoreTextMatch | undefined;
}
