/** What the core receives of a call and its outcome: one function for each value, so that an allowed call allocates nothing. */

import { mayWarn } from "../base/action-ladder.ts";
import { describeValue, OPAQUE, whyOf } from "../base/errors.ts";
import { asFailure, errorText, failureKey, isFailure, isTransient } from "../base/failures.ts";
import { jsonText, parsedJson } from "../base/json-text.ts";
import { hasThen, isGiven, isPlainObject, isThenable, orElse, property } from "../base/property.ts";
import type { LoopCall, LoopOutcome, Verdict } from "../base/types.ts";
import { comparableText } from "../base/value-text.ts";
import { isError } from "../base/value-types.ts";
import { core } from "../core/backend.ts";
import { Body } from "../core/event.ts";
import { EventFlag, ResultKind } from "../core/layout.gen.ts";
import { extractQuery, queryKey } from "../core/similarity.ts";
import { FINAL_MS } from "../core/types.ts";
import { publishError, type Question, tellMisuse, wrongReturn } from "../rules/diagnostics.ts";
import type { ToolRules } from "../rules/tool-policy.ts";
import { ALLOW, attempt, isRefusal } from "../rules/verdict.ts";
import { isRefusalText, withoutWarningText } from "../rules/verdict-texts.ts";
import type { GuardEngine } from "./guard-engine.ts";

/** The call; one in the shape of a provider or a framework as what it is. Tells once of a call without a name. */
export function readCall(engine: GuardEngine, call: LoopCall): LoopCall {
  if (typeof call?.name === "string" && call.arguments !== undefined) return call;
  const read = callIn(call ?? {});
  const wrong = engine.silent ? undefined : typeof read.name === "string" ? unreadIn(read) : nameless(call);
  if (wrong !== undefined) tellMisuse(engine, "LOOPGUARD_CALL", wrong);
  return read;
}

/** Of `{}`, which a promise is in JSON. */
const EMPTY_LENGTH = 2;

/** Tells once of arguments that are a promise. `characters`: of their JSON text, so that other calls are not looked at. */
export function tellPromise(engine: GuardEngine, call: LoopCall, characters: number): void {
  if (characters !== EMPTY_LENGTH || engine.silent || !(call.arguments instanceof Promise)) return;
  const text = `The arguments of a call of "${call.name}" are a promise, which cannot be compared: before({ id, name, arguments: await args }).`;
  tellMisuse(engine, "LOOPGUARD_CALL", text);
}

/** What to say of a call without arguments that seems to have them elsewhere. */
function unreadIn(call: LoopCall): string | undefined {
  const isArguments = (value: unknown) =>
    isPlainObject(typeof value === "string" && value.startsWith("{") ? parsedJson(value) : value);
  const name = Object.keys(call).find((one) => call.arguments === undefined && isArguments(property(call, one)));
  return (
    name &&
    `A call has no arguments, and "${name}" is not read, so it is the same as all others of its tool. ` +
      `Pass before({ id, name, arguments: call.${name} }).`
  );
}

/** Shapes of OpenAI (`function`), Anthropic (`input`), LangChain (`args`) and the AI SDK (`toolName`). */
interface Shapes extends Omit<LoopCall, "name"> {
  readonly name?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
  readonly toolCallId?: string;
  readonly toolName?: unknown;
  readonly input?: unknown;
  readonly args?: unknown;
}

/** A call in one of these shapes, or `call` itself. */
export function callIn(call: LoopCall): LoopCall {
  const given: Shapes = call;
  const { args = given.input } = given;
  const { id, retryable } = call;
  if (typeof given.name === "string")
    return args === undefined || call.arguments !== undefined
      ? call
      : { id, name: given.name, arguments: args, retryable };
  if (typeof given.toolName === "string")
    return { id: given.toolCallId ?? id, name: given.toolName, arguments: args, retryable };
  const tool = given.function;
  if (typeof tool?.name === "string") return { id, name: tool.name, arguments: tool.arguments, retryable };
  return call;
}

/** What to say of a call without a name: what was given in its place. */
function nameless(call: unknown): string {
  const names = isPlainObject(call) ? Object.keys(call).slice(0, 5).join(", ") : "";
  const given = names === "" ? describeValue(call) : `an object with ${names}`;
  return `A call without a name is always allowed. This one was ${given}. Pass before({ id, name: "search", arguments: { q: "x" } }), or the call as your provider writes it.`;
}

export const AFTER = "Pass after(call, { result }), or after(call, { error }).";
/** The outcome without what a guard added for the model; one that cannot be read as it is, which who reads it next says. */
export function readOutcome(engine: GuardEngine, given: LoopOutcome | null | undefined): LoopOutcome {
  const outcome = outcomeOf(engine, given);
  const { message } = engine.config;
  try {
    return asFailure(withoutWarning(outcome, typeof message === "string" ? message : undefined));
  } catch {
    return outcome;
  }
}

/** None where there is none. Tells once of what is no outcome: the text, or the list, that a tool gave is a result. */
function outcomeOf(engine: GuardEngine, given: LoopOutcome | null | undefined): LoopOutcome {
  const pending = isThenable(given?.result) || isThenable(given);
  if (!pending && given && typeof given === "object" && (given.result !== undefined || isOutcome(given))) return given;
  const what = pending ? "a promise" : typeof given === "string" ? "a text" : describeValue(given); // no word of a result
  const right = pending ? "Wait for it: after(call, { result: await result })." : AFTER;
  if (!engine.silent)
    tellMisuse(engine, "LOOPGUARD_OUTCOME", `after() was given ${what}, which is no outcome. ${right}`);
  if (pending || !isGiven(given)) return NOTHING;
  if (isError(given)) return { error: given };
  return typeof given === "object" && !Array.isArray(given) ? given : { result: given };
}

const NOTHING: LoopOutcome = Object.freeze({});
const OUTCOME = ["result", "error", "status", "errorTitle"] as const;

/** The verdict on the outcome of a refused call. Tells once of one that seems to have run: it succeeded, and not with what the model was to be told. */
export function refused(engine: GuardEngine, call: LoopCall, outcome: LoopOutcome, verdict: Verdict): Verdict {
  if (engine.silent || !outcome.result || isFailure(outcome) || "replay" in verdict) return ALLOW;
  // Bytes say nothing of ours, and their text would take seconds.
  const said = ArrayBuffer.isView(outcome.result) ? { result: "" } : outcome;
  const text = isOwnRefusal(said) ? verdict.message : (safeText(said.result, "result", call.name) ?? "");
  if (text.includes(verdict.message) || text.includes(JSON.stringify(verdict.message).slice(1, -1))) return ALLOW;
  const misuse = `A refused call of "${call.name}" has a result. Run a call only if verdict.allowed, else tell the model verdict.message.`;
  tellMisuse(engine, "LOOPGUARD_REFUSED", misuse);
  return ALLOW;
}

/** An object without members is an outcome that nobody knows. */
function isOutcome(outcome: object): boolean {
  for (const name of OUTCOME) if (name in outcome) return true;
  if (Array.isArray(outcome) || ArrayBuffer.isView(outcome) || isError(outcome)) return false;
  for (const _ in outcome) return false;
  return true;
}

/** Arguments as a value: JSON text is parsed, other text stays as it is. */
function parsedArguments(args: unknown): unknown {
  return typeof args === "string" ? parsedJson(args, args) : args;
}

/**
 * The arguments that make the call's identity: all of them, or the packed result of the policy's function. If that throws or
 * returns a value without JSON text, it is reported, and all arguments count.
 */
export function identityArguments(engine: GuardEngine, rules: ToolRules, call: LoopCall): unknown {
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
    engine.config.callbackErrors.tell(identity, error, "identity", call.name);
    return args;
  }
}

/** Publishes why what a call was given, or gave, cannot be compared, and tells it once: no loop of such calls is found. */
export function tellUnread(engine: GuardEngine, error: unknown, what: string, { name }: LoopCall): void {
  if (error !== OPAQUE) publishError(error, what, name);
  else if (!engine.needsOutcomes) return;
  const text = `The ${what} of "${name}" cannot be compared, so no loop of it is found: ${whyOf(error)}`;
  if (!engine.silent) tellMisuse(engine, "LOOPGUARD_FAILED", text);
}

/** The arguments, packed. Publishes why arguments cannot be packed, and gives `undefined` for them. */
export function takeArguments(engine: GuardEngine, rules: ToolRules, call: LoopCall): Body | undefined {
  try {
    return core.takeArguments(identityArguments(engine, rules, call));
  } catch (error) {
    tellUnread(engine, error, "arguments", call);
    return undefined;
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
function withoutVolatile(rules: ToolRules, text: string): string {
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

/** Whether results of the tool are compared: by a detector, or because a warning depends on them. */
export function readsResults(engine: GuardEngine, rules: ToolRules): boolean {
  return engine.readsResults || rules.poll || (rules.steps !== undefined && mayWarn(rules.steps));
}

/** The result itself, `""` for a function that returned nothing; if the policy has expressions, its text without what they match. */
export function readResult(engine: GuardEngine, rules: ToolRules, call: LoopCall, outcome: LoopOutcome): unknown {
  // Without a `result` at all nobody knows what came back.
  const result = outcome.result === undefined && "result" in outcome ? "" : outcome.result;
  return rules.volatile.length > 0 && readsResults(engine, rules) ? steadyResult(engine, rules, call, result) : result;
}

/** Of `EventFlag`: whether the call failed, and how. */
export function outcomeFlags(outcome: LoopOutcome): number {
  if (!isFailure(outcome)) return 0;
  if (outcome === REFUSED) return EventFlag.failed | EventFlag.refused;
  return isTransient(outcome) ? EventFlag.failed | EventFlag.transient : EventFlag.failed;
}

/** Equal for equal failures. `outcome`: of a call that failed. */
export function outcomeError(rules: ToolRules, outcome: LoopOutcome): string {
  const error = failureKey(outcome);
  return rules.volatile.length > 0 ? withoutVolatile(rules, error) : error;
}

/** Expressions match text, so only here is a result turned into text in JavaScript. */
function steadyResult(engine: GuardEngine, rules: ToolRules, call: LoopCall, result: unknown): Body {
  const text = comparableText(result, (error) => tellUnread(engine, error, "result", call));
  if (text === undefined) return new Body(ResultKind.none, undefined, 0);
  const kind = typeof result === "string" ? ResultKind.text : ResultKind.json;
  return new Body(kind, withoutVolatile(rules, text), text.length);
}

/** When a call came back, in milliseconds; 0 where it does not matter. */
export function returnedAt(engine: GuardEngine, rules: ToolRules, call: LoopCall, outcome: LoopOutcome): number {
  return isFinal(engine, rules, call, outcome) ? FINAL_MS : askedAt(engine, rules);
}

/** Whether `poll.final` of the policy says that this result is final. A function that fails is reported, and means no. */
function isFinal(engine: GuardEngine, rules: ToolRules, call: LoopCall, outcome: LoopOutcome): boolean {
  const { final } = rules;
  if (final === undefined || outcome.result === undefined || isFailure(outcome)) return false;
  return engine.config.callbackErrors.ask(final, outcome.result, FINAL, call.name) === true;
}

const FINAL: Question<boolean> = { where: "final", wanted: "true or false", fits: (said) => typeof said === "boolean" };

/** A longer text that has a refusal in it is a result that quotes one. */
const REFUSAL_MAX = 2_000;
/** No text of ours is as short. */
const OURS_MIN = 30;

/**
 * Whether an outcome is a guard's refusal, so that the call did not run. `words`: the option `message`, if it is a text.
 * `verdict`: the verdict of the replay's guard.
 */
export function isOwnRefusal(outcome: LoopOutcome, words?: string, verdict?: Verdict): boolean {
  const text = outcomeWords(outcome);
  if (text === words && text !== "") return true;
  if (verdict !== undefined && isRefusal(verdict.action) && text === verdict.message) return true;
  return text.length <= REFUSAL_MAX && isRefusalText(text);
}

/** What came back of a call that another guard, nearer to the tool, refused: never news. */
export const REFUSED: LoopOutcome = Object.freeze({ error: "refused elsewhere" });

/** Whether another guard, nearer to the tool, refused the call in progress. */
export function isRefusalOf({ result, error }: LoopOutcome): boolean {
  const given = error ?? result;
  const text = typeof given === "object" ? innerText(given) : given;
  return typeof text === "string" && text.length >= OURS_MIN && text.length <= REFUSAL_MAX && isRefusalText(text);
}

/** The text of an error, of the only content part, or of what has one: what a tool that is far away makes of a text. */
function innerText(value: unknown): unknown {
  return orElse(() => {
    const content = property(value, "content") ?? value;
    const part = Array.isArray(content) && content.length === 1 ? content[0] : content;
    return property(part, "text") ?? property(part, "message") ?? part;
  }, undefined);
}

/** The text of an outcome: of its error, or a result that is a text or an object that says it is an error; else empty. */
export function outcomeWords(outcome: LoopOutcome): string {
  const error = property(outcome, "error");
  if (isGiven(error)) return attempt(() => errorText(error), "", "messages");
  const result = property(outcome, "result");
  const text = property(result, "error") === true ? property(result, "message") : result; // as in VoltAgent and Mastra
  return typeof text === "string" ? text : "";
}

/** The outcome without what a guard added for the model, the outcome itself if there is nothing; see `withMessage`. */
export function withoutWarning(outcome: LoopOutcome, words?: string): LoopOutcome {
  const { result, error } = outcome;
  if (typeof error === "string") {
    const bare = bareText(error, words);
    return bare === error ? outcome : { ...outcome, error: bare };
  }
  if (error !== undefined && isError(error) && typeof error.message === "string") {
    const bare = bareText(error.message, words);
    // It inherits the rest, such as the class and a code.
    return bare === error.message ? outcome : { ...outcome, error: Object.create(error, { message: { value: bare } }) };
  }
  const bare = bareValue(result, words);
  return bare === result ? outcome : { ...outcome, result: bare };
}

function bareValue(result: unknown, words: string | undefined): unknown {
  if (typeof result === "string") return bareText(result, words);
  if (typeof result !== "object" || result === null) return result;
  if (Array.isArray(result)) return bareParts(result, words);
  if ("loopguard" in result) {
    const { loopguard: _, ...rest } = result;
    return rest;
  }
  const content = property(result, "content");
  if (typeof content !== "string" && !Array.isArray(content)) return result;
  const bare = bareValue(content, words);
  return bare === content || !isPlainObject(result) ? result : { ...result, content: bare };
}

/** Content parts without those at the end that are warnings. */
function bareParts(parts: readonly unknown[], words: string | undefined): unknown {
  let end = parts.length;
  while (end > 1 && isWarning(property(parts[end - 1], "text"), words)) end--;
  return end === parts.length ? parts : parts.slice(0, end);
}

/** Whether a text is nothing but what a guard added. */
export function isWarning(text: unknown, words?: string): boolean {
  return typeof text === "string" && text !== "" && (text === words || withoutWarningText(text) === "");
}

function bareText(text: string, words: string | undefined): string {
  if (text.startsWith("{") && text.includes('"loopguard":')) return withoutField(text);
  const rest = text.length < OURS_MIN ? text : withoutWarningText(text);
  return words !== undefined && rest.endsWith(`\n\n${words}`) ? rest.slice(0, -words.length - 2) : rest;
}

/** An object's text, as `JSON.stringify` wrote it, without the field that `withMessage` adds. */
function withoutField(text: string): string {
  const fields = parsedJson(text);
  if (!isPlainObject(fields)) return text;
  const { loopguard: _, ...rest } = fields;
  return JSON.stringify(rest);
}
