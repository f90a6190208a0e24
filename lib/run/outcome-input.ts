/** What of an outcome reaches the core. */

import type { LoopCall, LoopOutcome } from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import { Body } from "../core/body.ts";
import { EventFlag, ResultKind } from "../core/layout.gen.ts";
import { FINAL_MS } from "../core/types.ts";
import { type CallbackFaults, wrongReturn } from "../report/callbacks.ts";
import { failureKey, isFailure, isTransient } from "../text/outcome-text.ts";
import { comparableText } from "../values/value-text.ts";
import { withoutVolatile } from "./call-text.ts";
import type { GuardEngine } from "./guard-engine.ts";

/*
 * One function for each fact instead of an object with all of them: `after` of a call that is allowed allocates nothing.
 */

/** Somebody compares results of the tool. */
export function readsResults(engine: GuardEngine, rules: ToolRules): boolean {
  return engine.readsResults || rules.poll;
}

/**
 * The result itself, or what is left of its text without what the policy's expressions call volatile. What its getters
 * throw goes to `onError`.
 */
export function readResult(
  engine: GuardEngine,
  rules: ToolRules,
  result: unknown,
  onError: (error: unknown) => void,
): unknown {
  return rules.volatile.length > 0 && readsResults(engine, rules) ? steadyResult(rules, result, onError) : result;
}

/** Of `EventFlag`: whether the call failed, and whether that passes by itself. */
export function outcomeFlags(outcome: LoopOutcome): number {
  if (!isFailure(outcome)) return 0;
  return isTransient(outcome) ? EventFlag.failed | EventFlag.transient : EventFlag.failed;
}

/** What makes two failures the same; `undefined`: it is none. */
export function outcomeError(rules: ToolRules, outcome: LoopOutcome): string | undefined {
  if (!isFailure(outcome)) return undefined;
  const error = failureKey(outcome);
  return rules.volatile.length > 0 ? withoutVolatile(rules, error) : error;
}

/** Expressions need a text, so this is the one place where a result becomes one. */
function steadyResult(rules: ToolRules, result: unknown, onError: (error: unknown) => void): Body {
  const text = comparableText(result, onError);
  if (text === undefined) return new Body(ResultKind.none, undefined, 0);
  const kind = typeof result === "string" ? ResultKind.text : ResultKind.json;
  return new Body(kind, withoutVolatile(rules, text), text.length);
}

/** When a call came back, in milliseconds; 0 where nobody goes by it, since that matters for polls alone. */
export function returnedAt(engine: GuardEngine, rules: ToolRules, call: LoopCall, outcome: LoopOutcome): number {
  if (isFinal(rules, call, outcome, engine.config.faults)) return FINAL_MS;
  return rules.poll ? engine.clock() : 0;
}

/** Whether the policy of a poll calls this outcome final: there is nothing more to wait for. What goes wrong with asking is told, and means no. */
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
