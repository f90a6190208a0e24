/** What of an outcome reaches the core. */

import type { LoopCall, LoopOutcome } from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import { Body } from "../core/body.ts";
import { EventFlag, ResultKind } from "../core/layout.gen.ts";
import { type CallbackFaults, wrongReturn } from "../report/callbacks.ts";
import { failureKey, isFailure, isTransient } from "../text/outcome-text.ts";
import { comparableText } from "../values/value-text.ts";
import { withoutVolatile } from "./call-text.ts";
import type { GuardEngine } from "./guard-engine.ts";

export interface OutcomeInput {
  /** The result itself, or what is left of its text without what the policy's expressions call volatile. */
  readonly result: unknown;
  /** Somebody compares results. */
  readonly read: boolean;
  readonly flags: number;
  readonly error: string | undefined;
  /** Of a poll: there is nothing more to wait for. */
  readonly final: boolean;
}

/** What a result's getters throw goes to `onError`. */
export function outcomeInput(
  engine: GuardEngine,
  rules: ToolRules,
  call: LoopCall,
  outcome: LoopOutcome,
  onError: (error: unknown) => void,
): OutcomeInput {
  let { result } = outcome as { result?: unknown };
  let flags = 0;
  let error: string | undefined;
  if (isFailure(outcome)) {
    flags = isTransient(outcome) ? EventFlag.failed | EventFlag.transient : EventFlag.failed;
    error = failureKey(outcome);
  }
  const read = engine.readsResults || rules.poll;
  if (rules.volatile.length > 0) {
    if (read) result = steadyResult(rules, result, onError);
    if (error !== undefined) error = withoutVolatile(rules, error);
  }
  return { result, read, flags, error, final: isFinal(rules, call, outcome, engine.config.faults) };
}

/** Expressions need a text, so this is the one place where a result becomes one. */
function steadyResult(rules: ToolRules, result: unknown, onError: (error: unknown) => void): Body {
  const text = comparableText(result, onError);
  if (text === undefined) return new Body(ResultKind.none, undefined, 0);
  const kind = typeof result === "string" ? ResultKind.text : ResultKind.json;
  return new Body(kind, withoutVolatile(rules, text), text.length);
}

/** Whether the policy of a poll calls this outcome final. What goes wrong with asking is told, and means no. */
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
