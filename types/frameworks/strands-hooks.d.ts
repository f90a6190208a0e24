import { AfterInvocationEvent, AfterModelCallEvent, AfterToolCallEvent, AfterToolsEvent, AgentResultEvent, BeforeInvocationEvent, BeforeModelCallEvent, BeforeToolCallEvent, BeforeToolsEvent, type LocalAgent } from "@strands-agents/sdk";
/** Orders before and after all of the SDK's own: to see what the model requested, and what it will receive. */
export declare const FIRST: {
    order: number;
};
export declare const LAST: {
    order: number;
};
/** By what their `type` says, which is the same in every copy of the SDK. */
interface Events {
    afterInvocationEvent: AfterInvocationEvent;
    afterModelCallEvent: AfterModelCallEvent;
    afterToolCallEvent: AfterToolCallEvent;
    afterToolsEvent: AfterToolsEvent;
    agentResultEvent: AgentResultEvent;
    beforeInvocationEvent: BeforeInvocationEvent;
    beforeModelCallEvent: BeforeModelCallEvent;
    beforeToolCallEvent: BeforeToolCallEvent;
    beforeToolsEvent: BeforeToolsEvent;
}
type EventClass = abstract new (...args: never[]) => object;
export interface Hook {
    readonly type: string;
    add(agent: LocalAgent, event?: EventClass): void;
}
export declare function hook<K extends keyof Events>(type: K, callback: (event: Events[K]) => void | Promise<void>, options: {
    order: number;
}): Hook;
/**
 * Adds hooks to an agent. The SDK finds them by the class of an event, and those of another copy have other classes, which nothing
 * gives away: so hooks are then added when the first event of each class comes.
 */
export declare function addHooks(agent: LocalAgent, hooks: readonly Hook[]): void;
export {};
