/** Calls, outcomes and values that throw when they are looked at. For tests that nothing of that reaches a run. */
import { revoked } from "./callbacks.ts";

const boom = (): never => {
  throw new Error("boom");
};

function throwing(field: string, object: object): object {
  return Object.defineProperty(object, field, { get: boom, enumerable: true });
}

const cyclic: Record<string, unknown> = { a: 1 };
cyclic["self"] = cyclic;

/** Whatever is done with it throws, and not a `TypeError`. */
function trapped(): object {
  const traps = Object.getOwnPropertyNames(Reflect).map((trap) => [trap, boom]);
  return new Proxy({}, Object.fromEntries(traps));
}

/** As arguments, results and errors. */
export const HOSTILE_VALUES: Readonly<Record<string, unknown>> = {
  "a cycle": cyclic,
  "a BigInt": 1n,
  "a BigInt inside": { n: 1n },
  "a getter that throws": throwing("q", {}),
  "a toJSON that throws": { toJSON: boom },
  "a toString that throws": { toString: boom, message: { toString: boom } },
  "a list with all that": [cyclic, 1n, throwing("q", {})],
  "no prototype": Object.create(null),
  "a symbol": Symbol("s"),
  "a revoked proxy": revoked(),
  "a revoked list": revoked([]),
  "a revoked function": revoked(() => null),
  "a proxy that throws": trapped(),
  "an error whose fields throw": throwing("code", throwing("message", new Error("x"))),
  "content that throws": throwing("content", {}),
  "content that cannot be read": { content: revoked([]) },
};

/** A list whose text has 2^40 items. */
export const doubled: unknown[] = Array.from({ length: 40 }).reduce<unknown[]>((list) => [list, list], [1]);

const CALL = { id: "1", name: "t", arguments: { q: 1 } };

/** In place of calls. */
export const HOSTILE_CALLS: Readonly<Record<string, never>> = {
  ...Object.fromEntries(Object.keys(CALL).map((field) => [`${field} throws`, throwing(field, { ...CALL })])),
  "retryable throws": throwing("retryable", { ...CALL }),
  "an id without a text": { ...CALL, id: { toString: boom } },
  "an id with an endless text": { ...CALL, id: doubled },
  "a revoked proxy": revoked(CALL),
  "a proxy that throws": trapped(),
  "a name that is a revoked proxy": { ...CALL, name: revoked() },
  nothing: null,
} as never;

/** In place of outcomes. */
export const HOSTILE_OUTCOMES: Readonly<Record<string, never>> = {
  ...Object.fromEntries(
    ["result", "error", "status", "errorTitle"].map((field) => [`${field} throws`, throwing(field, {})]),
  ),
  "a revoked proxy": revoked(),
  "a proxy that throws": trapped(),
} as never;
