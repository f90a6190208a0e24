import { describe, expect, it } from "vitest";
import { errorText, failureKey, isFailure, isTransient } from "../../lib/base/failures.ts";
import type { LoopOutcome } from "../../lib/base/types.ts";
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
