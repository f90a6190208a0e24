/** Prepares calls and outcomes for the core, as far as only JavaScript can do it. */
import type { LoopCall } from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import { type CallbackFaults } from "../report/callbacks.ts";
import type { GuardEngine } from "./guard-engine.ts";
/**
 * The arguments that make the call's identity: all of them, or the packed result of the policy's function. If that throws or
 * returns a value without JSON text, it is reported, and all arguments count.
 */
export declare function identityArguments(rules: ToolRules, call: LoopCall, faults: CallbackFaults): unknown;
/** The time of a call in milliseconds; 0 if it does not matter. */
export declare function askedAt(engine: GuardEngine, rules: ToolRules): number;
/** What `similarQuery` compares; `undefined`: there is no such detector, or no query among the arguments. */
export declare function queryOf({ similarQuery: detector }: GuardEngine, rules: ToolRules, call: LoopCall): string | undefined;
/** The text without what a policy's expressions match; the core handles the named classes. */
export declare function withoutVolatile(rules: ToolRules, text: string): string;
/** The value's JSON text, or a string itself; `undefined` if it has none. */
export declare function safeText(value: unknown, where: string, toolName: string): string | undefined;
