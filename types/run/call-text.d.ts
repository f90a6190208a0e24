/** What of a call and an outcome reaches the core, and what only JavaScript can make of them. */
import type { LoopCall } from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import { type CallbackFaults } from "../report/callbacks.ts";
import type { GuardEngine } from "./guard-engine.ts";
/** Arguments as a value: raw text is parsed; text that is not JSON stays as it is. */
export declare function parsedArguments(args: unknown): unknown;
/**
 * The arguments that make the call's identity: all of them, or what the policy's function makes of them, taken down. A
 * function that throws, or gives what has no JSON text, makes nothing of them.
 */
export declare function identityArguments(rules: ToolRules, call: LoopCall, faults: CallbackFaults): unknown;
/** When a call is asked for, in milliseconds; 0 where nobody goes by it. */
export declare function askedAt(engine: GuardEngine, rules: ToolRules): number;
/** What `similarQuery` compares; `undefined`: nobody does, or no query is among the arguments. */
export declare function queryOf({ similarQuery: detector }: GuardEngine, rules: ToolRules, call: LoopCall): string | undefined;
/** The text without what a policy calls volatile. Only expressions: the named classes are the core's. */
export declare function withoutVolatile(rules: ToolRules, text: string): string;
/** A text that is the same for every value of the same JSON; `undefined` when there is none. */
export declare function safeText(value: unknown, where: string, toolName: string): string | undefined;
