/** What the core receives of an outcome. */

import { mayWarn } from "../base/ladder.ts";
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import { Body } from "../core/body.ts";
import { EventFlag, ResultKind } from "../core/layout.gen.ts";
import { FINAL_MS } from "../core/types.ts";
import { type CallbackFaults, wrongReturn } from "../report/callbacks.ts";
import { publishError } from "../report/diagnostics.ts";
import { failureKey, isFailure, isTransient } from "../text/outcome-text.ts";
import { comparableText } from "../values/value-text.ts";
import { withoutVolatile } from "./call-text.ts";
import type { GuardEngine } from "./guard-engine.ts";

// One function for each value instead of one object with all of them, so that `after` allocates nothing.

/** Whether results of the tool are compared: by a detector, or because a warning depends on them. */
export function readsResults(engine: GuardEngine, rules: ToolRules): boolean {
  return engine.readsResults || rules.poll || (rules.rungs !== undefined && mayWarn(rules.rungs));
}

/** The result itself, `""` for a function that returned nothing; if the policy has expressions, its text without what they match. */
export function readResult(engine: GuardEngine, rules: ToolRules, call: LoopCall, outcome: LoopOutcome): unknown {
  // Without a `result` at all nobody knows what came back.
  const result = outcome.result === undefined && "result" in outcome ? "" : outcome.result;
  return rules.volatile.length > 0 && readsResults(engine, rules) ? steadyResult(rules, result, call.name) : result;
}

/** Of `EventFlag`: whether the call failed, and whether the failure is transient. */
export function outcomeFlags(outcome: LoopOutcome): number {
  if (!isFailure(outcome)) return 0;
  return isTransient(outcome) ? EventFlag.failed | EventFlag.transient : EventFlag.failed;
}

/** Equal for equal failures; `undefined` for a success. */
export function outcomeError(rules: ToolRules, outcome: LoopOutcome): string | undefined {
  if (!isFailure(outcome)) return undefined;
  const error = failureKey(outcome);
  return rules.volatile.length > 0 ? withoutVolatile(rules, error) : error;
}

/** Expressions match text, so only here is a result turned into text in JavaScript. */
function steadyResult(rules: ToolRules, result: unknown, toolName: string): Body {
  const text = comparableText(result, (error) => publishError(error, "result", toolName));
  if (text === undefined) return new Body(ResultKind.none, undefined, 0);
  const kind = typeof result === "string" ? ResultKind.text : ResultKind.json;
  return new Body(kind, withoutVolatile(rules, text), text.length);
}

/** When a call came back, in milliseconds; 0 where it does not matter. */
export function returnedAt(engine: GuardEngine, rules: ToolRules, call: LoopCall, outcome: LoopOutcome): number {
  if (isFinal(rules, call, outcome, engine.config.faults)) return FINAL_MS;
  return rules.poll || engine.readsClock ? engine.clock() : 0;
}

/** Whether `poll.final` of the policy says that this result is final. A function that fails is reported, and means no. */
export function isFinal(rules: ToolRules, call: LoopCall, outcome: LoopOutcome, faults: CallbackFaults): boolean {
  const { final } = rules;
  if (final === undefined || outcome.result === undefined || isFailure(outcome)) return false;
  try {
    const answer: unknown = final(outcome.result);
    if (typeof answer === "boolean") return answer;
    throw wrongReturn(`"poll.final" of the tool "${call.name}"`, "true or false", answer);
  } catch (error) {
    faults.tell(final, error, "final", call.name);
    return false;
  }
}
