/** The texts of one run: what becomes of a generation in which the model repeats itself, and what the model is told. */
import { type Awaitable } from "../base/property.ts";
import type { TextOptions } from "../base/types.ts";
import type { AnyRun } from "./call-run.ts";
export type TextKind = NonNullable<TextOptions["kind"]>;
/** What becomes of a generation: it goes on, it is cut and the model is told why, or it ends the run. */
export type TextStep = "continue" | "cut" | "abort";
/** The parts of a response in one framework. */
export interface PartForm<P> {
    /** `undefined`: the part is no text. */
    textOf(part: P): {
        kind: TextKind;
        text: string;
    } | undefined;
    /** The part with another text. */
    withText(part: P, text: string): P;
    /** Whether the part calls a tool, so that another request follows. */
    isCall(part: P): boolean;
}
/**
 * Fails open: a guard that is closed in the middle of a text says so, and the text goes on. Always synchronous: with a store
 * the verdict comes later, and holds for the next piece; `pending` waits for it.
 */
export declare class TextMonitor {
    #private;
    /** Until the store has answered. */
    pending: Promise<void> | undefined;
    constructor(run: AnyRun);
    /** Takes the next piece of a text. */
    read(delta: string, kind: TextKind, messageId: string): TextStep;
    /** The text ends. There is nothing left to cut: of a hint the model reads in the next request. */
    end(kind: TextKind, messageId: string): TextStep;
    /** Takes a long piece of a text; `length`: of how much of it the step is known, which is all of it if it goes on. */
    readLong(text: string, kind: TextKind, messageId: string): {
        step: TextStep;
        length: number;
    };
    /** Takes a whole text. */
    readWhole(text: string, kind: TextKind, messageId: string): {
        step: TextStep;
        length: number;
    };
    /**
     * Takes the parts of a whole response: `content` is what is kept of it. It is not cut unless it may be, nor if it calls tools,
     * with whose results the model is told, nor for its reasoning if it has a text as well.
     */
    readParts<P>(parts: readonly P[], form: PartForm<P>, mayCut: boolean): {
        step: TextStep;
        content: readonly P[];
    };
    /** What the model is to be told with its next request; removes it. */
    take(): string | undefined;
    /** Asks the model, with what it is to be told. A request that fails has told it nothing: the next one, such as a retry, does. */
    ask<R>(request: (note: string | undefined) => Awaitable<R> | PromiseLike<R>): Promise<R>;
}
