/** `guardFunction`: any tool function, with a guard before it. */

import { type AnyRun, type CallRun, isAnyRun } from "../adapter/call-run.ts";
import { callDesk, type DeskInput } from "../adapter/desk.ts";
import type { CallEnds, ResultForm } from "../adapter/result-form.ts";
import { checkKeys, checkObject, func, text } from "../base/check-option.ts";
import { describeValue, optionError } from "../base/errors.ts";
import { getOrAdd, hasThen, isThenable } from "../base/property.ts";
import type { LoopCall } from "../base/types.ts";
import { dataOf } from "../guard/data-arguments.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { iteratorKind, observed } from "../guard/observed-iterator.ts";
import { openScopes, requestKey, runInScope, scopeKey, soundKey, trackRequests } from "../guard/run-scope.ts";
import { CallbackErrors, tellMisuse, wrongReturn } from "../rules/diagnostics.ts";
import type { StoredLoopRun } from "../store/stored-run-options.ts";

export interface GuardFunctionOptions<A extends unknown[] = unknown[]> {
  /**
   * The value by which calls are compared, made from the arguments. Default: all arguments that are data: texts, numbers,
   * objects, lists, dates, maps, instances whose fields can be compared. What hides its state, such as a body or private
   * fields, is equal to itself alone. Left out are functions, and objects that go along with a call: what has a function or a
   * signal in it, or a member such as `toolCallId`. The first plain object or list always counts.
   */
  argumentsOf?: (...args: A) => unknown;
  /**
   * The run that a call belongs to, as a key for `guard.run(key)`: a session, a user, a framework's context. `undefined`:
   * as without this option. Default: the run of the scope around the call (`runScope`), or else of the HTTP request that is
   * being answered, or else the guard's default run.
   */
  run?: (...args: A) => string | object | undefined;
}

/** Gives the message of a refusal too; a promise or a generator gives or yields it. */
type OrRefusal<R> =
  R extends Generator<infer T, infer E, infer N>
    ? Generator<T | string, E | string, N>
    : R extends AsyncGenerator<infer T, infer E, infer N>
      ? AsyncGenerator<T | string, E | string, N>
      : R extends PromiseLike<infer V>
        ? Promise<V | string>
        : R | string;

type Returning<F extends Tool, R> = ((this: ThisParameterType<F>, ...args: Parameters<F>) => R) & {
  [K in keyof F]: F[K];
};

// biome-ignore lint/suspicious/noExplicitAny: with `never`, `({ q }) => ...` could not read its own argument
type Tool = (...args: any[]) => unknown;

/** `F`, whose results may be the message of a refusal. `F` itself where they can be texts anyway, or are nothing. */
export type GuardedFunction<F extends Tool> =
  string extends Awaited<ReturnType<F>>
    ? F
    : // biome-ignore lint/suspicious/noConfusingVoidType: that of a function which returns nothing
      [Awaited<ReturnType<F>>] extends [void]
      ? F
      : Returning<F, OrRefusal<ReturnType<F>>>;

/**
 * The function with a guard around it: same name, same `this`. A synchronous function stays synchronous, and a
 * promise or a generator stays one; with a run in a store every call gives a promise. A refused call returns the message. A
 * warning is added to the result, or to the error that is thrown. An abort throws a `ToolLoopError`, which ends the run only if
 * the host does not catch errors of tools.
 *
 * A call belongs to the run that the option `run` gives, or to the run given in place of the guard, or to the scope around it
 * (`runScope`), or to the HTTP request that `node:http` answers, or else to the guard's default run, one for the whole process:
 * other servers with many users must say whose call it is. Calls of a run that start before the first of them has returned are
 * one round. If a function of the options throws, that is published on `loopguard:error`.
 *
 * @example
 * const search = guardFunction("search", async (args: { q: string }) => index.search(args.q), { maxRepeats: 3 });
 * const answer = await runScope(sessionId, () => agent.answer(question)); // whose calls of `search` are one run
 */
export function guardFunction<F extends Tool>(
  name: string,
  fn: F,
  guard: StoredLoopRun,
  options?: GuardFunctionOptions<Parameters<F>>,
): Returning<
  F,
  ReturnType<F> extends AsyncGenerator ? OrRefusal<ReturnType<F>> : Promise<Awaited<ReturnType<F>> | string>
>;
export function guardFunction<F extends Tool>(
  name: string,
  fn: F,
  guard?: DeskInput,
  options?: GuardFunctionOptions<Parameters<F>>,
): GuardedFunction<F>;
export function guardFunction(name: string, fn: Tool, guard?: DeskInput, options: GuardFunctionOptions = {}): unknown {
  text(name, "name");
  func(fn, "fn");
  const judge = readCalls(name, guard, options);
  return new Proxy(fn, {
    apply(target, self, args: unknown[]) {
      let called = false;
      const invoke = (): unknown => {
        called = true;
        const result: unknown = Reflect.apply(target, self, args);
        KINDS.set(fn, isThenable(result) ? "promise" : (iteratorKind(result) ?? "value"));
        return result;
      };
      const judged = judge(args);
      if (judged === undefined) return invoke();
      const { run, call } = judged;
      if (!IN_ROUND.has(run.run)) run.round();
      IN_ROUND.add(run.run);
      const returned = (): void => void IN_ROUND.delete(run.run);
      try {
        const made = run.call(call, invoke, FORM);
        const result = called ? made : inPlaceOf(kindOf(fn), made);
        if (isThenable(result)) result.then(returned, returned);
        else returned();
        return result;
      } catch (error) {
        returned();
        if (!called && kindOf(fn) === "promise") return Promise.reject(error);
        throw error;
      }
    },
  });
}

const FORM: ResultForm = {
  refused({ message, end }) {
    if (end !== undefined) throw end;
    return message;
  },
  ended(end) {
    throw end;
  },
  iterated,
};

/** Iterators are passed on unchanged: a message cannot be added to them. */
function iterated(result: unknown, ends: CallEnds): unknown {
  if (iteratorKind(result) === undefined) return undefined;
  return observed(result as object, {
    finished: ends.finish,
    failed(error) {
      const ran = ends.fail(error);
      return isThenable(ran) || !("error" in ran) ? error : ran.error; // a store is not waited for
    },
  });
}

type Kind = "value" | "promise" | "iterator" | "asyncIterator";

/** What a function returned last; it may be guarded anew for each run. */
const KINDS = new WeakMap<object, Kind>();
const DECLARED: ReadonlyMap<string, Kind> = new Map([
  ["[object AsyncFunction]", "promise"],
  ["[object GeneratorFunction]", "iterator"],
  ["[object AsyncGeneratorFunction]", "asyncIterator"],
]);
/** An `async` function as compilers write it for older targets. */
const COMPILED_ASYNC = /\b_{0,2}(?:awaiter|asyncToGenerator)\(/;

/** What a function returns: an ordinary one as it did last, or as its text says. */
const kindOf = (fn: object): Kind => getOrAdd(KINDS, fn, () => declaredKind(fn));

function declaredKind(fn: object): Kind {
  const kind = DECLARED.get(Object.prototype.toString.call(fn));
  return kind ?? (COMPILED_ASYNC.test(Function.prototype.toString.call(fn)) ? "promise" : "value");
}

/** A message, or an earlier result, in the form in which the function returns results. */
function inPlaceOf(kind: Kind, result: unknown): unknown {
  if (kind === "promise") return Promise.resolve(result);
  if (kind === "iterator" && !isThenable(result)) return one(result);
  return kind === "asyncIterator" ? oneAsync(result) : result;
}

function* one(result: unknown): Generator<unknown, unknown> {
  yield result;
  return result;
}

/** `made`: may be a promise, of the iterator itself where a store let the call run. */
async function* oneAsync(made: unknown): AsyncGenerator<unknown, unknown> {
  const result: unknown = await made;
  if (iteratorKind(result) === "asyncIterator") return yield* result as AsyncGenerator;
  yield result;
  return result;
}

/** Gives the run and the call for some arguments; `undefined` if a function of the options failed. */
type CallReader = (args: unknown[]) => { run: CallRun; call: LoopCall } | undefined;

function readCalls(name: string, guard: DeskInput | undefined, options: GuardFunctionOptions): CallReader {
  const all: unknown = options;
  checkObject(all, "options", "an object of GuardFunctionOptions");
  checkKeys(all, "", ["argumentsOf", "run"]);
  for (const [option, value] of Object.entries(all)) if (value !== undefined) func(value, option);
  const { argumentsOf, run: keyOf } = options;
  const runOf = runsOf(guard, keyOf !== undefined, name);
  const callbackErrors = new CallbackErrors();
  const onHidden = hiddenTeller(name);
  /** What a function of the options gives; `FAILED` if it threw. */
  function given<T>(fn: Tool, option: string, args: unknown[], read: (value: unknown, tell: Teller) => T) {
    const tell: Teller = (error) => callbackErrors.tell(fn, error, option, name);
    try {
      return read(fn(...args), tell);
    } catch (error) {
      tell(error);
      return FAILED;
    }
  }
  return (args) => {
    const key = keyOf && given(keyOf, "run", args, soundKey);
    if (key === FAILED) return undefined;
    const own = argumentsOf ? given(argumentsOf, "argumentsOf", args, noPromise) : dataOf(args, onHidden);
    return own === FAILED ? undefined : { run: runOf(key), call: { name, arguments: own } };
  };
}

type Teller = (error: unknown) => void;
const FAILED = Symbol("failed");

function noPromise(given: unknown): unknown {
  if (hasThen(given)) throw wrongReturn("The function argumentsOf", "the arguments themselves", given);
  return given;
}

/** So many new instances in a row. */
const HIDDEN_MAX = 5;

/** Tells once of a function that is given an instance whose state cannot be seen, and a new one each time. */
function hiddenTeller(name: string): (instance: object) => void {
  const seen = new WeakSet<object>();
  let others = 0;
  const tell = (instance: object): void => {
    others = seen.has(instance) ? 0 : others + 1;
    seen.add(instance);
    if (others < HIDDEN_MAX) return;
    const text = `"${name}" is given ${describeValue(instance)} whose state cannot be seen, another one each time, so no loop is found. Say what counts: guardFunction(name, fn, {}, { argumentsOf }).`;
    tellMisuse(tell, "LOOPGUARD_HIDDEN", text);
  };
  return tell;
}

/** Gives the run for a key: the given run, or the guard's run for the key, for the scope around, for the request, or its default run. */
function runsOf(
  guard: DeskInput | undefined,
  keyed: boolean,
  name: string,
): (key: string | object | undefined) => CallRun {
  if (keyed && isAnyRun(guard))
    throw optionError("type", "run", guard, "absent where a run is given in the guard's place");
  const { guard: runs, runBy } = callDesk(guard, { endsWith: "round" });
  if (runs !== undefined) openScopes();
  if (runs?.scope === "run") trackRequests();
  return (key) =>
    runBy((own) => (key === undefined ? runInScope(own, scopeKey() ?? ownRequest(own, name)) : own.run(key)));
}

/** The last request in which a guard was asked by somebody who did not say whose call it is. */
const lastRequest = new WeakMap<LoopGuard, WeakRef<object>>();

function ownRequest(guard: LoopGuard, name: string): object | undefined {
  if (guard.scope === "instance") return undefined;
  const request = requestKey();
  if (request === undefined) return undefined;
  const last = lastRequest.get(guard);
  if (last?.deref() === request) return request;
  lastRequest.set(guard, new WeakRef(request));
  if (last !== undefined)
    tellMisuse(
      guard,
      "LOOPGUARD_SCOPE",
      `"${name}" is called for several HTTP requests, and nothing says whose calls they are, so each request is a run of its ` +
        "own. Say it with runScope(sessionId, fn) around each request, or the option run of guardFunction",
    );
  return request;
}

/**
 * Runs with a round in progress. Nobody says which calls of a function are of one model response: those that start before the
 * first of them has returned are taken for one round.
 */
const IN_ROUND = new WeakSet<AnyRun>();
