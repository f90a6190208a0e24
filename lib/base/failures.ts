/** Reads an outcome: whether the call failed, whether the failure is transient, and what makes two failures equal. */
import { isGiven, property } from "./property.ts";
import type { LoopOutcome } from "./types.ts";
import { comparableText, identityOf, shownText } from "./value-text.ts";
import { isError } from "./value-types.ts";

/** Codes of transient failures, of operating systems and libraries. */
export const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  "ETIMEDOUT",
  "ESOCKETTIMEDOUT",
  "ECONNRESET",
  "ECONNREFUSED",
  "ECONNABORTED",
  "EPIPE",
  "EAI_AGAIN",
  "EBUSY",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_SOCKET",
  "TimeoutError",
]);

/**
 * Phrases of transient failures, for errors without a code. Only the first `TRANSIENT_TEXT_MAX` characters are
 * searched.
 */
export const TRANSIENT_TEXT: RegExp =
  /\brate[ -]?limit(?!(?:":|\\":|-remaining|-reset|-used|-limit|-resource))|too many requests|timed[ -]out|\btime-?out\b(?! (?:is|was) not)|\boverloaded\b|temporarily unavailable|(?:failed to|unable to|could not|couldn't|cannot|can't) connect|service unavailable|bad gateway|internal server error|try again later|connection (?:refused|reset)|econnreset|econnrefused|etimedout|eai_again|throttlingexception|resource_exhausted|database is locked|could not get lock|unable to acquire the dpkg|deadlock (?:detected|found)|lock wait timeout|could not serialize access|temporary failure in|socket hang up|too many connections|zu viele anfragen|ratenlimit|später erneut versuchen|demasiadas solicitudes|trop de requêtes|请求过于频繁|请求太频繁|频率限制|速率限制|稍后再试|稍后重试|レート制限|リクエストが多すぎ|リクエスト数が上限|しばらくしてから|слишком много запросов/i;
/** A number of a transient failure counts beside its word only: `HTTP/1.1 503`, `"status": 429`, not "order 429". */
export const TRANSIENT_NUMBERS: readonly string[] = ["429", "502", "503", "504"];
export const NUMBER_WORDS: readonly string[] = [
  "http",
  "https",
  "status",
  "error",
  "status code",
  "error code",
  "response code",
];
const TRANSIENT_NUMBER = new RegExp(
  `(?:${NUMBER_WORDS.map((word) => word.replace(" ", `[ \\n"'\\\\{:_-]{0,12}`)).join("|")})[\\s:="'/([#-]{1,4}(?:\\d(?:\\.\\d)? {1,2})?(?:${TRANSIENT_NUMBERS.join("|")})(?!\\w)`,
  "i",
);
export const TRANSIENT_TEXT_MAX = 400;

/** A result that MCP calls a failure is one; clients, such as AI SDK's, return it like any other. */
export function asFailure(outcome: LoopOutcome): LoopOutcome {
  if (typeof outcome.result !== "object") return outcome;
  const content = property(outcome.result, "isError") === true && property(outcome.result, "content");
  if (!Array.isArray(content) || isGiven(outcome.error)) return outcome;
  const texts = content.map((part) => property(part, "text"));
  return { ...outcome, result: undefined, error: texts.includes(undefined) ? content : texts.join("") };
}

/** Whether a call with this outcome failed. */
export function isFailure(outcome: LoopOutcome): boolean {
  const { error, errorTitle, status } = outcome;
  if (error !== undefined && error !== null) return true;
  if (errorTitle !== undefined && errorTitle !== null && errorTitle !== "") return true;
  const code = statusNumber(status);
  return Number.isNaN(code) ? typeof status === "string" && /^E[A-Z][A-Z0-9_]+$/.test(status) : code >= 400;
}

/**
 * Whether a failure is transient, so that a later attempt may work: a rate limit, a timeout, a fault of the server
 * (5xx).
 */
export function isTransient(outcome: LoopOutcome): boolean {
  const status = failureStatus(outcome);
  const code = statusNumber(status);
  // A number outside of HTTP's range, such as the code of a DOMException, is no status.
  if (code >= 100 && code <= 599) return code === 408 || code === 425 || code === 429 || code >= 500;
  if (status !== undefined && TRANSIENT_CODES.has(String(status))) return true;
  if (typeof outcome.error !== "string" && isError(outcome.error) && TRANSIENT_CODES.has(outcome.error.name))
    return true;
  const text = failureTitle(outcome).slice(0, TRANSIENT_TEXT_MAX);
  return TRANSIENT_TEXT.test(text) || TRANSIENT_NUMBER.test(text);
}

/** Equal for equal failures: `status: title`, or the title alone without a status. */
export function failureKey(outcome: LoopOutcome): string {
  const status = failureStatus(outcome);
  const title = failureTitle(outcome);
  return status === undefined ? title : `${status}: ${title}`;
}

/** The status of a failure: the outcome's, else the one in the error's usual fields, such as `error.code`. */
export function failureStatus(outcome: LoopOutcome): number | string | undefined {
  const { error, status } = outcome;
  if (typeof status === "number" || typeof status === "string") return status;
  if (typeof error !== "object" || error === null) return undefined;
  const fields = error as Record<string, unknown>;
  for (const name of ["status", "statusCode", "code"]) {
    const value = fields[name];
    if (typeof value === "number" || (typeof value === "string" && value !== "")) return value;
  }
  return undefined;
}

/** The title of a failure: the outcome's `errorTitle`, else `errorKey` of its error. */
export function failureTitle(outcome: LoopOutcome): string {
  const { error, errorTitle } = outcome;
  return errorKey(errorTitle === undefined || errorTitle === null || errorTitle === "" ? error : errorTitle);
}

/** Equal for equal errors: the error's text, or `comparableText` of an error without one. */
export function errorKey(error: unknown): string {
  const text = ownText(error) ?? comparableText(error);
  if (text !== undefined) return text;
  return typeof error === "object" ? identityOf({}) : String(error); // an object that cannot be read is equal to no other
}

/** The text of a thrown value, for people and models to read. */
export function errorText(error: unknown): string {
  return ownText(error) ?? shownText(error);
}

/** The error's own text: `name: message`, its `message`, or the string that was thrown. */
function ownText(error: unknown): string | undefined {
  if (typeof error === "string") return error;
  if (isError(error)) return error.name === "Error" ? error.message : `${error.name}: ${error.message}`;
  if (error === undefined || error === null) return "";
  const message = (error as { message?: unknown }).message;
  return typeof message === "string" && message !== "" ? message : undefined;
}

/** A status as a number: 402 and "402" alike; NaN for anything else. */
function statusNumber(status: unknown): number {
  if (typeof status === "number") return status;
  return typeof status === "string" && /^\d{3}$/.test(status) ? Number(status) : Number.NaN;
}
