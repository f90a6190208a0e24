/**
 * Agents that work inside a tool of another one, whatever framework they are made with: while a tool is at work, the code in
 * it knows whose call that is, and a run that begins there has that run as its parent.
 *
 *   run of the planner
 *     call of "ask_researcher" --> `duringCall` --> run of the researcher begins: `workIn` --> parent, and its task
 */

import { type AsyncContext, newAsyncContext } from "../base/platform.ts";
import type { LoopCall } from "../base/types.ts";
import type { BaseRun } from "./base-run.ts";
import { isOwnRun } from "./loop-run.ts";

/** A tool at work. */
export interface Work {
  readonly run: BaseRun<unknown, unknown>;
  readonly call: LoopCall;
  /** The tool in which the agent of `run` works. */
  readonly outer: Work | undefined;
}

/** Made at first use, because in Node.js 20 it slows down every promise. */
let works: AsyncContext<Work> | undefined;

/** Calls `fn`, the tool of `call`. Without a `delegation` detector that is all. */
export function duringCall<T>(run: object, call: LoopCall, fn: () => T): T {
  if (!isOwnRun(run) || !run.seesDelegations) return fn();
  works ??= newAsyncContext();
  return works.run({ run, call, outer: works.getStore() }, fn);
}

/** The values of a tool that is a generator: what it does, it does while they are read. */
export function readDuringCall<T>(run: object, call: LoopCall, values: AsyncIterable<T>): AsyncIterable<T> {
  if (!isOwnRun(run) || !run.seesDelegations) return values;
  const within = <R>(fn: () => R): R => duringCall(run, call, fn);
  return {
    [Symbol.asyncIterator]() {
      const own = values[Symbol.asyncIterator]();
      return {
        next: () => within(() => own.next()),
        return: async (value) => (await within(() => own.return?.(value))) ?? { done: true, value },
      };
    },
  };
}

/** The innermost tool at work of the guard whose runs share this engine. */
export function workIn(engine: object): Work | undefined {
  let work = works?.getStore();
  while (work !== undefined && work.run.place.guard !== engine) work = work.outer;
  return work;
}
