import { type DeskInput } from "../adapter/desk.ts";
import type { PiAgent } from "./pi-types.ts";
/**
 * Guards the calls of this agent; the agent is a run, `guard.run(agent)`. An abort ends the prompt as `agent.abort()` does,
 * after the calls of the response, and `agent.state.errorMessage` says why. Call it once for each agent, after its own
 * `beforeToolCall` is set. Throws `ERR_LOOPGUARD_OPTION` for invalid options.
 *
 * @example
 * const agent = withLoopGuard(new Agent({ initialState: { model, tools }, streamFn: streamSimple }));
 */
export declare function withLoopGuard<A extends PiAgent>(agent: A, guard?: DeskInput): A;
