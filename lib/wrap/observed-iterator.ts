/** An iterator of somebody else's that is passed on as it is, while we learn how it ends. */

import { isThenable } from "../base/thenable.ts";

/** What a generator or another iterator was found to be. */
export type IteratorKind = "iterator" | "asyncIterator";

/** Whether a value is an iterator, such as a generator's: something with `next` that a loop can go through. */
export function iteratorKind(value: unknown): IteratorKind | undefined {
  const candidate = value as Partial<AsyncGenerator & Generator> | null | undefined;
  try {
    if (typeof candidate !== "object" || candidate === null || typeof candidate.next !== "function") return undefined;
    if (typeof candidate[Symbol.asyncIterator] === "function") return "asyncIterator";
    return typeof candidate[Symbol.iterator] === "function" ? "iterator" : undefined;
  } catch {
    return undefined; // its getters throw, and so they would in a loop
  }
}

/** Told once, when the iterator ends by itself. Not when whoever reads it stops early: then nothing came back. */
export interface IteratorEnds {
  /** With what it returned, or else with the last of its values. */
  finished(result: unknown): void;
  /** With what it threw; gives what is thrown in its place. */
  failed(error: unknown): unknown;
}

/** The iterator itself to whoever reads it: same values, same methods, same class. */
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
