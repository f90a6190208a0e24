/** Prepares calls and outcomes for the core, as far as only JavaScript can do it. */

import { hasThen } from "../base/thenable.ts";
import type { LoopCall } from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import { core } from "../core/backend.ts";
import { type CallbackFaults, wrongReturn } from "../report/callbacks.ts";
import { publishError } from "../report/diagnostics.ts";
import { extractQuery, queryKey } from "../text/similarity.ts";
import { jsonText } from "../values/json-text.ts";
import type { GuardEngine } from "./guard-engine.ts";

/** Arguments as a value: JSON text is parsed, other text stays as it is. */
function parsedArguments(args: unknown): unknown {
  if (typeof args !== "string") return args;
  try {
    return JSON.parse(args) as unknown;
  } catch {
    return args;
  }
}

/**
 * The arguments that make the call's identity: all of them, or the packed result of the policy's function. If that throws or
 * returns a value without JSON text, it is reported, and all arguments count.
 */
export function identityArguments(rules: ToolRules, call: LoopCall, faults: CallbackFaults): unknown {
  const args = call.arguments;
  const { identity } = rules;
  if (identity === undefined) return args;
  try {
    const made = identity(parsedArguments(args));
    // In a list, so that it never equals the arguments of another call.
    const list = hasThen(made) ? undefined : core.takeWrapped(made);
    if (list === undefined) throw wrongReturn("The function identity", "a value with a JSON text", made);
    return list;
  } catch (error) {
    faults.tell(identity, error, "identity", call.name);
    return args;
  }
}

/** The time of a call in milliseconds; 0 if it does not matter. */
export function askedAt(engine: GuardEngine, rules: ToolRules): number {
  return rules.poll || engine.readsClock ? engine.clock() : 0;
}

/** What `similarQuery` compares; `undefined`: there is no such detector, or no query among the arguments. */
export function queryOf({ similarQuery: detector }: GuardEngine, rules: ToolRules, call: LoopCall): string | undefined {
  if (!rules.similar || detector === undefined) return undefined;
  const query = extractQuery(parsedArguments(call.arguments), detector.keys);
  return query === undefined ? undefined : queryKey(query, detector.dangerousTokens);
}

/** Replaces what a policy's expressions match: a character that JSON text never contains unescaped. */
const PLACEHOLDER = "\u0010";

/** The text without what a policy's expressions match; the core handles the named classes. */
export function withoutVolatile(rules: ToolRules, text: string): string {
  let out = text;
  for (const expression of rules.volatile) out = out.replace(expression, PLACEHOLDER);
  return out;
}

/** The value's JSON text, or a string itself; `undefined` if it has none. */
export function safeText(value: unknown, where: string, toolName: string): string | undefined {
  try {
    return typeof value === "string" ? value : jsonText(value);
  } catch (error) {
    publishError(error, where, toolName);
    return undefined;
  }
}
