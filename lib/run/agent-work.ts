/**
 * Agents that work inside a tool of another one, whatever framework they are made with: while a tool is at work, the code in
 * it knows whose call that is, and a run that begins there has that run as its parent.
 *
 *   run of the planner
 *     call of "ask_researcher" --> `duringCall` --> run of the researcher begins: `workIn` --> parent, and its task
 */

import { type AsyncContext, newAsyncContext } from "../base/platform.ts";
import type { LoopCall } from "../base/types.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import type { BaseRun } from "./base-run.ts";
import { isOwnRun } from "./loop-run.ts";

/** A tool at work. */
export interface Work {
  readonly run: BaseRun<unknown, unknown>;
  readonly call: LoopCall;
  /** The tool in which the agent of `run` works. */
  outer?: Work | undefined;
  /** Why an agent in it was stopped, where that one gives no answer. */
  stopped?: () => ToolLoopError | undefined;
}

/** Made at first use, because in Node.js 20 it slows down every promise. */
let works: AsyncContext<Work> | undefined;

/** Calls `fn`, the tool of `call`. Without a `delegation` detector that is all, unless `isWithin` is to know of it. */
export function duringCall<T>(run: object, call: LoopCall, fn: () => T, isMarked = false): T {
  if (!isOwnRun(run) || !(isMarked || run.delegations.areSeen)) return fn();
  return within({ run, call, outer: works?.getStore() }, fn);
}

/** Whether this code runs in a tool of `run`, or that is not known. */
export function isWithin(run: object): boolean {
  return workWhere((work) => work.run === run) !== undefined || works?.enterWith === undefined || !isOwnRun(run);
}

/** The innermost tool at work that is one of these. */
function workWhere(fits: (work: Work) => boolean): Work | undefined {
  let work = works?.getStore();
  while (work !== undefined && !fits(work)) work = work.outer;
  return work;
}

function within<T>(work: Work, fn: () => T): T {
  works ??= newAsyncContext();
  return works.run(work, fn);
}

/** A tool whose agents tell why they were stopped. What a generator does, it does while its values are read. */
export class ReadingWork {
  readonly #work: Work | undefined;

  constructor(run: object, call: LoopCall) {
    this.#work = isOwnRun(run) ? { run, call, outer: works?.getStore() } : undefined;
  }

  /** Why an agent in the tool was stopped. */
  get stopped(): ToolLoopError | undefined {
    return this.#work?.stopped?.();
  }

  /** What it has started may go on, for ever in an agent that schedules its next run, and holds no chain of them. */
  end(): void {
    delete this.#work?.outer;
  }

  during<T>(fn: () => T): T {
    return this.#work === undefined ? fn() : within(this.#work, fn);
  }

  values<T>(values: AsyncIterable<T>): AsyncIterable<T> {
    const work = this.#work;
    if (work === undefined) return values;
    return {
      [Symbol.asyncIterator]() {
        const own = values[Symbol.asyncIterator]();
        return {
          next: () => within(work, () => own.next()),
          return: async (value) => (await within(work, () => own.return?.(value))) ?? { done: true, value },
        };
      },
    };
  }
}

/** A run was stopped: the tool of another one, in which its agent works, may have nothing else to say. */
export function tellStopped(run: object, end: () => ToolLoopError | undefined): void {
  const work = workWhere((one) => one.run !== run);
  if (work !== undefined) work.stopped ??= end;
}

/** The innermost tool at work of the guard whose runs share this engine. */
export function workIn(engine: object): Work | undefined {
  return workWhere(({ run }) => run.place.guard === engine && run.delegations.areSeen);
}
