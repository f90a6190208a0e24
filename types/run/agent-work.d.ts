import type { LoopCall } from "../base/types.ts";
import { RunProtocol } from "./run-protocol.ts";
/** A tool at work. */
export interface Work {
    readonly run: RunProtocol<unknown, unknown>;
    readonly call: LoopCall;
    /** The tool in which the agent of `run` works. */
    readonly outer: Work | undefined;
}
/** Calls `fn`, the tool of `call`. Without a `delegation` detector that is all. */
export declare function duringCall<T>(run: object, call: LoopCall, fn: () => T): T;
/** The values of a tool that is a generator: what it does, it does while they are read. */
export declare function readDuringCall<T>(run: object, call: LoopCall, values: AsyncIterable<T>): AsyncIterable<T>;
/** The innermost tool at work of the guard whose runs share this engine. */
export declare function workIn(engine: object): Work | undefined;
