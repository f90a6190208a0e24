/** What of an outcome reaches the core. */
import type { ResultKind } from "./binding.ts";
import { withoutVolatile } from "./call-text.ts";
import { type CallbackFaults, wrongReturn } from "./callbacks.ts";
import { publishError } from "./diagnostics.ts";
import type { GuardEngine } from "./guard-engine.ts";
import { resultKind } from "./json-text.ts";
import { failureKey, isFailure, isTransient } from "./outcome-text.ts";
import type { ToolRules } from "./tool-policy.ts";
import type { LoopCall, LoopOutcome } from "./types.ts";
import { comparableText } from "./value-text.ts";

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
  /** Of a poll: there is nothing more to wait for. */
  readonly final: boolean;
  /** The call succeeded, and its result may be given again: it is no stream or the like, which may be used up. */
  readonly replayable: boolean;
}

export function outcomeInput(
  engine: GuardEngine,
  rules: ToolRules,
  call: LoopCall,
  outcome: LoopOutcome,
): OutcomeInput {
  const { result } = outcome;
  let text = comparableText(result, (error) => publishError(error, "result", call.name));
  const comparable = text !== undefined;
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
  const replayable = comparable && flags === 0;
  return { kind, text, flags, error, length, replayable, final: isFinal(rules, call, outcome, engine.config.faults) };
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
