/**
 * Models of the OpenAI Agents SDK: what they write is looked at, and responses that repeat themselves are cut; their requests are
 * changed to get them out of a loop; and there is a last one of a run.
 */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { AdapterOptions, Desk, DeskInput } from "../adapter/desk.ts";
/** The part of a `ModelProvider` that is used here. */
export interface AgentModelProvider {
    getModel(name?: string): unknown;
}
/**
 * A model provider whose models are looked at for loops in what they write, for agents whose model is a name. A
 * response that repeats itself is cut, and the model is told and asked again. Throws `ERR_LOOPGUARD_OPTION` for what is
 * no provider.
 *
 * @example
 * const runner = new Runner({ modelProvider: guardModelProvider(new OpenAIProvider()) });
 * await runner.run(withLoopGuard(agent), input, { stream: true });
 */
export declare function guardModelProvider<P extends AgentModelProvider>(provider: P, guard?: DeskInput, options?: AdapterOptions): P;
/**
 * Looks at the texts of all runs at one desk: gives a model with its texts looked at, and anything else, such as a model's name,
 * unchanged.
 */
export declare function textMonitorOf(desk: Desk): (model: unknown) => unknown;
/** The tool, for one request of a run. */
export declare function toolOfRun(tool: object, run: AgentRun): object;
