/** What a function of a user's can do instead of its work, and what is heard of it. For the tests of callbacks. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterEach, beforeEach } from "vitest";
import type { ErrorMessage } from "../../lib/rules/diagnostics.ts";

/** A proxy that throws whatever is done with it. */
export function revoked<T extends object = object>(target: object = {}): T {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy as T;
}

const boom = (): never => {
  throw new Error("boom");
};

const THEN = "then";

/** All but those that give a value of the right type by chance. */
export const MISBEHAVIOURS: Readonly<Record<string, () => unknown>> = {
  throws: boom,
  "throws what cannot be read": () => {
    throw revoked();
  },
  rejects: async () => boom(),
  "gives a promise": async () => null,
  "gives a revoked proxy": () => revoked(),
  "gives a revoked function": () => revoked(() => null),
  "gives a thenable whose then throws": () => Object.defineProperty({}, THEN, { get: boom }),
  "gives a thenable that rejects": () =>
    Object.defineProperty({}, THEN, {
      value: (_: unknown, reject: (error: unknown) => void) => reject(new Error("boom")),
    }),
  "gives a symbol": () => Symbol("boom"),
  "gives a function": () => boom,
};

export interface Heard {
  errors: ErrorMessage[];
  /** Nobody listens meanwhile. */
  deafly(act: () => void): void;
  /** What would have ended the process. */
  unhandled: unknown[];
}

/** For the top of a test file: what each test brings about. */
export function hearing(): Heard {
  const heard: Heard = {
    errors: [],
    unhandled: [],
    deafly(act) {
      unsubscribe("loopguard:error", onError);
      act();
      subscribe("loopguard:error", onError);
    },
  };
  const onError = (message: unknown) => void heard.errors.push(message as ErrorMessage);
  const onUnhandled = (reason: unknown) => void heard.unhandled.push(reason);
  beforeEach(() => {
    heard.errors = [];
    heard.unhandled = [];
    subscribe("loopguard:error", onError);
    process.on("unhandledRejection", onUnhandled);
  });
  afterEach(() => {
    unsubscribe("loopguard:error", onError);
    process.off("unhandledRejection", onUnhandled);
  });
  return heard;
}

/** Until Node.js has looked for rejections that nobody handles. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
}
