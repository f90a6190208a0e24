/** Observes how an iterator ends, and passes it on unchanged. */

import { isThenable } from "../base/property.ts";

type IteratorKind = "iterator" | "asyncIterator";

/** The kind of an iterator, such as a generator; `undefined`: the value has no `next`, or no loop can use it. */
export function iteratorKind(value: unknown): IteratorKind | undefined {
  const candidate = value as Partial<AsyncGenerator & Generator> | null | undefined;
  try {
    if (typeof candidate !== "object" || candidate === null || typeof candidate.next !== "function") return undefined;
    if (typeof candidate[Symbol.asyncIterator] === "function") return "asyncIterator";
    return typeof candidate[Symbol.iterator] === "function" ? "iterator" : undefined;
  } catch {
    return undefined; // its getters throw, as they would in a loop
  }
}

/** Called once, when the iterator ends by itself; not when its reader stops early, because then there is no outcome. */
interface IteratorEnds {
  /** `result`: what it returned, or else its last value. */
  finished(result: unknown): void;
  /** Gives what is thrown in place of `error`. */
  failed(error: unknown): unknown;
}

/** The observed iterator: same values, same methods, same class. */
export function observed<I extends object>(iterator: I, ends: IteratorEnds): I {
  let last: unknown;
  let over = false;

  function seen(step: IteratorResult<unknown>): IteratorResult<unknown> {
    if (step.done !== true) last = step.value;
    else if (!over) {
      over = true;
      ends.finished(step.value === undefined ? last : step.value);
    }
    return step;
  }
  function failure(error: unknown): unknown {
    if (over) return error;
    over = true;
    return ends.failed(error);
  }
  function step(method: (...args: unknown[]) => unknown, args: unknown[]): unknown {
    let result: unknown;
    try {
      result = method.apply(iterator, args);
    } catch (error) {
      throw failure(error);
    }
    if (!isThenable(result)) return seen(result as IteratorResult<unknown>);
    return Promise.resolve(result as PromiseLike<IteratorResult<unknown>>).then(seen, (error: unknown) => {
      throw failure(error);
    });
  }

  const proxy: I = new Proxy(iterator, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      if (key === Symbol.iterator || key === Symbol.asyncIterator) return () => proxy;
      if (key === "next" || key === "throw") return (...args: unknown[]) => step(value as () => unknown, args);
      if (key === "return")
        return (...args: unknown[]) => {
          over = true;
          return value.apply(target, args) as unknown;
        };
      return value.bind(target) as unknown;
    },
  });
  return proxy;
}
