/** What of an outcome reaches the core. */
import type { ResultKind } from "./binding.ts";
import { safeText, withoutVolatile } from "./call-text.ts";
import type { GuardEngine } from "./guard-engine.ts";
import { resultKind } from "./json-text.ts";
import { failureKey, isFailure, isTransient } from "./outcome-text.ts";
import type { ToolRules } from "./tool-policy.ts";
import type { LoopCall, LoopOutcome } from "./types.ts";

/** Flags of `NativeRun.after`. */
export const FAILED = 1;
const TRANSIENT = 2;

export interface OutcomeInput {
  readonly kind: ResultKind;
  /** Without what the policy's expressions call volatile. */
  readonly text: string | undefined;
  readonly flags: number;
  readonly error: string | undefined;
  /** Characters of the whole result. */
  readonly length: number;
}

export function outcomeInput(
  engine: GuardEngine,
  rules: ToolRules,
  call: LoopCall,
  outcome: LoopOutcome,
): OutcomeInput {
  const { result } = outcome;
  let text = safeText(result, "result", call.name);
  const length = text === undefined ? 0 : text.length;
  if (!engine.readsResults && !rules.poll) text = undefined;
  const kind = resultKind(result, text);
  let flags = 0;
  let error: string | undefined;
  if (isFailure(outcome)) {
    flags = isTransient(outcome) ? FAILED | TRANSIENT : FAILED;
    error = failureKey(outcome);
  }
  if (rules.volatile.length > 0) {
    if (text !== undefined) text = withoutVolatile(rules, text);
    if (error !== undefined) error = withoutVolatile(rules, error);
  }
  return { kind, text, flags, error, length };
}
