import type { LoopCall, LoopOutcome, LoopUsage } from "../base/types.ts";
import { Body } from "../core/body.ts";
import { type Event } from "../core/event.ts";
import { type CallbackFaults } from "../rules/diagnostics.ts";
import type { ToolRules } from "../rules/tool-policy.ts";
import type { GuardEngine } from "./guard-engine.ts";
/** The call; one in the shape of a provider or a framework as what it is. Tells once of a call without a name. */
export declare function readCall(engine: GuardEngine, call: LoopCall): LoopCall;
/**
 * A call in one of these shapes, or `call` itself: `{ id, name, input }`, `{ id, name, args }`,
 * `{ id, function: { name, arguments } }`, `{ toolCallId, toolName, input | args }`.
 */
export declare function callIn(call: LoopCall): LoopCall;
/** Tells once that the host does not call `after`. */
export declare function tellUnanswered(engine: GuardEngine): void;
/** The outcome; none where there is none. Tells once of what is no outcome: the text, or the list, that a tool gave is a result. */
export declare function readOutcome(engine: GuardEngine, outcome: LoopOutcome | null | undefined): LoopOutcome;
/**
 * The arguments that make the call's identity: all of them, or the packed result of the policy's function. If that throws or
 * returns a value without JSON text, it is reported, and all arguments count.
 */
export declare function identityArguments(rules: ToolRules, call: LoopCall, faults: CallbackFaults): unknown;
/** The arguments, packed. Publishes why arguments cannot be packed, and gives `undefined` for them. */
export declare function takeArguments({ config }: GuardEngine, rules: ToolRules, call: LoopCall): Body | undefined;
/** The time of a call in milliseconds; 0 if it does not matter. */
export declare function askedAt(engine: GuardEngine, rules: ToolRules): number;
/** What `similarQuery` compares; `undefined`: there is no such detector, or no query among the arguments. */
export declare function queryOf({ similarQuery: detector }: GuardEngine, rules: ToolRules, call: LoopCall): string | undefined;
/** The value's JSON text, or a string itself; `undefined` if it has none. */
export declare function safeText(value: unknown, where: string, toolName: string): string | undefined;
/** Whether results of the tool are compared: by a detector, or because a warning depends on them. */
export declare function readsResults(engine: GuardEngine, rules: ToolRules): boolean;
/** The result itself, `""` for a function that returned nothing; if the policy has expressions, its text without what they match. */
export declare function readResult(engine: GuardEngine, rules: ToolRules, call: LoopCall, outcome: LoopOutcome): unknown;
/** Of `EventFlag`: whether the call failed, and whether the failure is transient. */
export declare function outcomeFlags(outcome: LoopOutcome): number;
/** Equal for equal failures; `undefined` for a success. */
export declare function outcomeError(rules: ToolRules, outcome: LoopOutcome): string | undefined;
/** When a call came back, in milliseconds; 0 where it does not matter. */
export declare function returnedAt(engine: GuardEngine, rules: ToolRules, call: LoopCall, outcome: LoopOutcome): number;
/** The event; `undefined`: there is nothing to count. An amount that is no number from 0 up is published, and is 0. */
export declare function readUsage(engine: GuardEngine, usage: LoopUsage): Event | undefined;
