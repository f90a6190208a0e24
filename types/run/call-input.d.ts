/** What the core receives of a call and its outcome: one function for each value, so that an allowed call allocates nothing. */
import type { LoopCall, LoopOutcome, Verdict } from "../base/types.ts";
import { Body } from "../core/event.ts";
import { type CallbackErrors } from "../rules/diagnostics.ts";
import type { ToolRules } from "../rules/tool-policy.ts";
import type { GuardEngine } from "./guard-engine.ts";
/** The call; one in the shape of a provider or a framework as what it is. Tells once of a call without a name. */
export declare function readCall(engine: GuardEngine, call: LoopCall): LoopCall;
/** Tells once of arguments that are a promise. `characters`: of their JSON text, so that other calls are not looked at. */
export declare function tellPromise(engine: GuardEngine, call: LoopCall, characters: number): void;
/** A call in one of these shapes, or `call` itself. */
export declare function callIn(call: LoopCall): LoopCall;
/** What is right. */
export declare const AFTER = "Pass after(call, { result }), or after(call, { error }).";
/** The outcome without what a guard added for the model; one that cannot be read as it is, which who reads it next says. */
export declare function readOutcome(engine: GuardEngine, told: LoopOutcome | null | undefined): LoopOutcome;
/** The verdict on the outcome of a refused call. Tells once of one that seems to have run: it succeeded, and not with what the model was to be told. */
export declare function refused(engine: GuardEngine, call: LoopCall, outcome: LoopOutcome, verdict: Verdict): Verdict;
/**
 * The arguments that make the call's identity: all of them, or the packed result of the policy's function. If that throws or
 * returns a value without JSON text, it is reported, and all arguments count.
 */
export declare function identityArguments(rules: ToolRules, call: LoopCall, callbackErrors: CallbackErrors): unknown;
/** Publishes why what a call was given, or gave, cannot be compared, and tells it once: no loop of such calls is found. */
export declare function tellUnread(engine: GuardEngine, error: unknown, what: string, { name }: LoopCall): void;
/** The arguments, packed. Publishes why arguments cannot be packed, and gives `undefined` for them. */
export declare function takeArguments(engine: GuardEngine, rules: ToolRules, call: LoopCall): Body | undefined;
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
/** Equal for equal failures. `outcome`: of a call that failed. */
export declare function outcomeError(rules: ToolRules, outcome: LoopOutcome): string;
/** When a call came back, in milliseconds; 0 where it does not matter. */
export declare function returnedAt(engine: GuardEngine, rules: ToolRules, call: LoopCall, outcome: LoopOutcome): number;
/**
 * Whether an outcome is a guard's refusal, so that the call did not run. `words`: the option `message`, if it is a text.
 * `verdict`: the verdict of the replay's guard.
 */
export declare function isOwnRefusal(outcome: LoopOutcome, words?: string, verdict?: Verdict): boolean;
/** Whether another guard, nearer to the tool, refused the call in progress: it did not run, and nothing came back. */
export declare function isRefusalOf({ result, error }: LoopOutcome): boolean;
/** The text of an outcome: of its error, or a result that is a text or an object that says it is an error; else empty. */
export declare function outcomeWords(outcome: LoopOutcome): string;
/** The outcome without what a guard added for the model, the outcome itself if there is nothing; see `withMessage`. */
export declare function withoutWarning(outcome: LoopOutcome, words: string | undefined): LoopOutcome;
