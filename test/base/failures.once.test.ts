import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { errorText, failureKey, isFailure, isTransient } from "../../lib/base/failures.ts";
import type { LoopOutcome } from "../../lib/base/types.ts";
import { comparableText, shownText } from "../../lib/base/value-text.ts";
import { callSignature } from "../../lib/core/identity.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { errorWithMessage } from "../../lib/guard/with-message.ts";
import { errorStreak } from "../../lib/rules/factories.ts";
import { doubled } from "../guard/hostile.ts";

const coded = (message: string, fields: object) => Object.assign(new Error(message), fields);

describe("isFailure", () => {
  it.each<[LoopOutcome, boolean]>([
    [{}, false],
    [{ result: "Error: no such file" }, false],
    [{ error: undefined }, false],
    [{ error: null }, false],
    [{ error: "" }, true],
    [{ error: false }, true],
    [{ error: new Error("x") }, true],
    [{ errorTitle: "CreditsDepleted" }, true],
    [{ errorTitle: "" }, false],
    [{ status: 200 }, false],
    [{ status: 399 }, false],
    [{ status: 400 }, true],
    [{ status: 503, result: "text" }, true],
    [{ status: "404" }, true],
    [{ status: "200" }, false],
    [{ status: "ok" }, false],
    [{ status: "ETIMEDOUT" }, true],
    [{ status: "ERR" }, true],
  ])("%o: %s", (outcome, failed) => {
    expect(isFailure(outcome)).toBe(failed);
  });
});

describe("isTransient", () => {
  it.each<[LoopOutcome, boolean]>([
    [{ status: 408 }, true],
    [{ status: 429, errorTitle: "Too Many Requests" }, true],
    [{ status: "500" }, true],
    [{ status: 402, errorTitle: "CreditsDepleted" }, false],
    [{ status: 404, error: "the request timed out" }, false],
    [{ status: "ETIMEDOUT" }, true],
    [{ status: "ENOENT" }, false],
    [{ error: coded("x", { code: "ECONNRESET" }) }, true],
    [{ error: coded("x", { statusCode: 503 }) }, true],
    [{ error: coded("x", { status: 403 }) }, false],
    [{ error: new DOMException("x", "TimeoutError") }, true],
    [{ error: new DOMException("x", "DataCloneError") }, false],
    [{ error: "Rate limit reached for model" }, true],
    [{ error: "connection timed out" }, true],
    [{ error: "ThrottlingException: Rate exceeded" }, true],
    [{ error: "8 RESOURCE_EXHAUSTED: too much" }, true],
    [{ error: "getaddrinfo EAI_AGAIN api.example.com" }, true],
    [{ error: "SQLITE_BUSY: database is locked" }, true],
    [{ error: "Overloaded" }, true],
    [{ error: "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 1234 (apt)" }, true],
    [{ error: "ERROR: deadlock detected" }, true],
    [{ error: "Deadlock found when trying to get lock; try restarting transaction" }, true],
    [{ error: "Lock wait timeout exceeded" }, true],
    [{ error: '{"error":{"code":429,"message":"x"}}' }, true],
    [{ error: '{"error":{"code":404,"message":"429 rooms"}}' }, false],
    [{ error: "Zu viele Anfragen" }, true],
    [{ error: "请求过于频繁,请稍后再试" }, true],
    [{ error: "リクエストが多すぎます" }, true],
    [{ error: "the lock of the door" }, false],
    [{ error: "curl: (7) Failed to connect to localhost port 3000 after 0 ms" }, true],
    [{ error: "could not connect to server" }, true],
    [{ error: "connect the cable, then go on" }, false],
    [{ error: "TypeError: timeout is not a function" }, false],
    [{ error: "invalid value for limit" }, false],
    [{ error: `${"x".repeat(1000)} timed out` }, false],
  ])("%o: %s", (outcome, transient) => {
    expect(isTransient(outcome)).toBe(transient);
  });
});

describe("failureKey", () => {
  it.each<[LoopOutcome, string]>([
    [{ status: 402, errorTitle: "CreditsDepleted", error: "request 4711 failed" }, "402: CreditsDepleted"],
    [{ errorTitle: "CreditsDepleted" }, "CreditsDepleted"],
    [{ error: "boom" }, "boom"],
    [{ error: new TypeError("boom") }, "TypeError: boom"],
    [{ error: coded("boom", { code: "EACCES" }) }, "EACCES: boom"],
    [{ error: { message: "boom", extra: 1 } }, "boom"],
    [{ error: { type: "x" } }, '{"type":"x"}'],
    [{ error: Symbol("s") }, "Symbol(s)"],
    [{ status: 500 }, "500: "],
  ])("%o: %s", (outcome, key) => {
    expect(failureKey(outcome)).toBe(key);
  });

  it("of what has an endless text comes to an end", () => {
    const outcome = { status: doubled, errorTitle: doubled } as never;
    expect(failureKey(outcome).length).toBeGreaterThan(0);
    expect(isFailure(outcome)).toBe(true);
    expect(isTransient(outcome)).toBe(false);
  });

  it("is the whole text, however long", () => {
    const long = "x".repeat(100_000);
    expect(errorText(`${long}a`)).not.toBe(errorText(`${long}b`));
  });
});

describe("an error of another realm", () => {
  const made = runInNewContext(
    "class Odd extends TypeError { name = 'Odd' }; [new Error('a'), new Error(''), new TypeError('a'), new Odd('a')]",
  ) as Error[];
  const own = [new Error("a"), new Error(""), new TypeError("a"), Object.assign(new TypeError("a"), { name: "Odd" })];
  const late = runInNewContext("Object.assign(new Error('a'), { name: 'TimeoutError' })") as Error;

  it.each(own.map((error, i) => [made[i], error] as const))("%s says what one of ours says", (foreign, error) => {
    expect(foreign).not.toBeInstanceOf(Error);
    expect(failureKey({ error: foreign })).toBe(failureKey({ error }));
    expect(callSignature({ name: "t" }, { error: foreign })).toBe(callSignature({ name: "t" }, { error }));
    expect(String(errorWithMessage(foreign, "Stop."))).toBe(String(errorWithMessage(error, "Stop.")));
  });

  it("may be transient, its own cause, and what after() was given in place of an outcome", () => {
    expect(isTransient({ error: late })).toBe(true);
    expect(comparableText(Object.assign(late, { cause: late }))).toContain("TimeoutError");
    using guard = new LoopGuard({ detectors: [errorStreak({ threshold: 2 })], action: "hint" });
    const actions = [made[2], own[2]].map((error, page) =>
      guard.after({ name: "t", arguments: { page } }, error as object),
    );
    expect(actions.map(({ action }) => action)).toEqual(["allow", "hint"]);
  });
});

it("a value without a class is named by its tag", () => {
  async function* lines(): AsyncGenerator<string> {
    yield "a";
  }
  expect(shownText(lines())).toBe("[AsyncGenerator]");
  expect(shownText(runInNewContext("(function* () {})()"))).toBe("[Generator]");
});
