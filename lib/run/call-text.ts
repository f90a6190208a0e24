/** What of a call and an outcome reaches the core, and what only JavaScript can make of them. */

import { hasThen } from "../base/thenable.ts";
import type { LoopCall } from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import { core } from "../core/backend.ts";
import { type CallbackFaults, wrongReturn } from "../report/callbacks.ts";
import { publishError } from "../report/diagnostics.ts";
import { extractQuery, queryKey } from "../text/similarity.ts";
import { jsonText } from "../values/json-text.ts";
import type { GuardEngine } from "./guard-engine.ts";

/** Arguments as a value: raw text is parsed; text that is not JSON stays as it is. */
export function parsedArguments(args: unknown): unknown {
  if (typeof args !== "string") return args;
  try {
    return JSON.parse(args) as unknown;
  } catch {
    return args;
  }
}

/**
 * The arguments that make the call's identity: all of them, or what the policy's function makes of them, taken down. A
 * function that throws, or gives what has no JSON text, makes nothing of them.
 */
export function identityArguments(rules: ToolRules, call: LoopCall, faults: CallbackFaults): unknown {
  const args = call.arguments;
  const { identity } = rules;
  if (identity === undefined) return args;
  try {
    const made = identity(parsedArguments(args));
    // In a list, so that it is never what other arguments are.
    const list = hasThen(made) ? undefined : core.takeWrapped(made);
    if (list === undefined) throw wrongReturn("The function identity", "a value with a JSON text", made);
    return list;
  } catch (error) {
    faults.tell(identity, error, "identity", call.name);
    return args;
  }
}

/** When a call is asked for, in milliseconds; 0 where nobody goes by it. */
export function askedAt(engine: GuardEngine, rules: ToolRules): number {
  return rules.poll || engine.judgesNews ? engine.clock() : 0;
}

/** What `similarQuery` compares; `undefined`: nobody does, or no query is among the arguments. */
export function queryOf({ similarQuery: detector }: GuardEngine, rules: ToolRules, call: LoopCall): string | undefined {
  if (!rules.similar || detector === undefined) return undefined;
  const query = extractQuery(parsedArguments(call.arguments), detector.keys);
  return query === undefined ? undefined : queryKey(query, detector.dangerousTokens);
}

/** Takes the place of what a policy's expressions match: a character that JSON text never has as it is. */
const PLACEHOLDER = "\u0010";

/** The text without what a policy calls volatile. Only expressions: the named classes are the core's. */
export function withoutVolatile(rules: ToolRules, text: string): string {
  let out = text;
  for (const expression of rules.volatile) out = out.replace(expression, PLACEHOLDER);
  return out;
}

/** A text that is the same for every value of the same JSON; `undefined` when there is none. */
export function safeText(value: unknown, where: string, toolName: string): string | undefined {
  try {
    return typeof value === "string" ? value : jsonText(value);
  } catch (error) {
    publishError(error, where, toolName);
    return undefined;
  }
}
