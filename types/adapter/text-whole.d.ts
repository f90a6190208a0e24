import { type PartForm, type TextMonitor, type TextStep } from "./text-monitor.ts";
/** One response, or what there was of it when it was cut. */
export interface Generation<R, P> {
    readonly response: R;
    readonly step: TextStep;
    /** What is kept of it. */
    readonly content: readonly P[];
}
/** Asks the model. `mayCut`: whether it may be asked again. `TextMonitor.readParts` reads the parts of its response. */
export type AskWhole<Q, R, P> = (request: Q, mayCut: boolean) => Promise<Generation<R, P>>;
export interface WholeForm<Q, R, P> extends Pick<PartForm<P>, "textOf"> {
    /** The request with what the model has written since, which may be nothing, and what it is told. */
    again(request: Q, written: string, note: string | undefined): Q;
    /** The last response with the parts of all, and what all have used. */
    joined(response: R, parts: readonly P[], usage: unknown): R;
    usageOf(response: R): unknown;
}
export declare function wholeResponse<Q, R, P>(monitor: TextMonitor, request: Q, ask: AskWhole<Q, R, P>, form: WholeForm<Q, R, P>): Promise<{
    response: R;
    step: TextStep;
}>;
/** The sum of two usages, number by number: frameworks and versions have other fields. */
export declare function addedUsage(a: unknown, b: unknown): unknown;
