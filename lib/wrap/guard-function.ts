/** `guardFunction`: any tool function, with a guard before it. */

import { hasBrand } from "../base/brand.ts";
import { checkKeys, checkObject, func } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { isPlainObject } from "../base/plain-object.ts";
import { hasThen, isThenable } from "../base/thenable.ts";
import type { LoopCall, LoopRun } from "../base/types.ts";
import { type GuardInput, guardOf } from "../guard/guard-of.ts";
import { CallbackFaults, wrongReturn } from "../report/callbacks.ts";
import { type CallEnds, type CallFace, guardedCall } from "./guarded-call.ts";
import { iteratorKind, observed } from "./observed-iterator.ts";
import { openScopes, type RunKey, runInScope, scopeKey, soundKey } from "./run-scope.ts";
import { errorWithMessage, withMessage } from "./with-message.ts";

export interface GuardFunctionOptions<A extends unknown[] = unknown[]> {
  /**
   * What makes two calls "the same", from the arguments. Default: the first argument that is an object or a list, with the
   * texts, numbers and booleans after it; or else all arguments that are data. Functions and instances of classes, such as
   * contexts and abort signals, are never part of it.
   */
  argumentsOf?: (...args: A) => unknown;
  /**
   * The run that a call belongs to, as a key for `guard.run(key)`: a session, a user, a framework's context. `undefined`:
   * as without this option. Default: the run of the scope around the call (`runScope`), or else the guard's default run.
   */
  run?: (...args: A) => string | object | undefined;
}

/**
 * The function with a guard before it: same type, same name, same `this`. What is synchronous stays synchronous, and a
 * promise or a generator stays one. `hint` and `ask`: it is not called, and gives the message. `warn`: the message is added
 * to what it gives, or to the error that it throws; see `withMessage`. `abort`: a `ToolLoopError` is thrown, which ends a run
 * only where the host lets errors of tools through.
 *
 * Each run has a state of its own. A call is of the run that the option `run` says, or of the one given in the guard's
 * place, or of the scope around it: that of `runScope`, which `ToolExecutor` and `guardExecutor` open around their tools. A
 * call of none of these is of the guard's default run, one for the whole process: right for one agent, but a server with
 * many users must say whose a call is, or they are counted together. Calls of a run that start before the first of them has
 * come back are one round.
 *
 * Throws `ERR_LOOPGUARD_OPTION` for options that cannot work. A function of the options that throws, or gives a promise, is
 * told on the channel `loopguard:error`, once, and the call runs.
 *
 * @example
 * const search = guardFunction("search", async (args: { q: string }) => index.search(args.q), { maxRepeats: 3 });
 * const answer = await runScope(sessionId, () => agent.answer(question)); // whose calls of `search` are one run
 */
export function guardFunction<F extends (...args: never[]) => unknown>(
  name: string,
  fn: F,
  guard?: GuardInput | LoopRun,
  options: GuardFunctionOptions<Parameters<F>> = {},
): F {
  const judge = readCalls(name, guard, options as GuardFunctionOptions);
  let kind = declaredKind(fn);

  return new Proxy(fn, {
    apply(target, self, args: Parameters<F>) {
      let called = false;
      const invoke = (): unknown => {
        called = true;
        const result: unknown = Reflect.apply(target, self, args);
        kind = isThenable(result) ? "promise" : (iteratorKind(result) ?? "value");
        return result;
      };
      const judged = judge(args);
      if (judged === undefined) return invoke();
      const { run, call } = judged;
      const round = roundOf(run);
      round.begin();
      try {
        const made = guardedCall(run, call, invoke, FACE);
        const result = called ? made : inPlaceOf(kind, made);
        if (isThenable(result)) result.then(round.returned, round.returned);
        else round.returned();
        return result;
      } catch (error) {
        round.returned();
        if (!called && kind === "promise") return Promise.reject(error);
        throw error;
      }
    },
  });
}

const FACE: CallFace = {
  refused: ({ message }) => message,
  warned: withMessage,
  failed: errorWithMessage,
  ended(error) {
    throw error;
  },
  iterated,
};

/** Generators pass untouched; there is no place for a message in them. */
function iterated(result: unknown, ends: CallEnds): unknown {
  if (iteratorKind(result) === undefined) return undefined;
  return observed(result as object, { finished: ends.finish, failed: ends.fail });
}

type Kind = "value" | "promise" | "iterator" | "asyncIterator";

/** What a function says of itself that it gives. One that does not is known from its last call. */
function declaredKind(fn: object): Kind {
  switch (Object.prototype.toString.call(fn)) {
    case "[object AsyncFunction]":
      return "promise";
    case "[object GeneratorFunction]":
      return "iterator";
    case "[object AsyncGeneratorFunction]":
      return "asyncIterator";
    default:
      return "value";
  }
}

/** A message, or an earlier result, as the function would give it. */
function inPlaceOf(kind: Kind, result: unknown): unknown {
  if (kind === "promise") return Promise.resolve(result);
  if (kind === "iterator") return one(result);
  return kind === "asyncIterator" ? oneAsync(result) : result;
}

function* one(result: unknown): Generator<unknown, unknown> {
  yield result;
  return result;
}

async function* oneAsync(result: unknown): AsyncGenerator<unknown, unknown> {
  yield result;
  return result;
}

function dataOf(...args: unknown[]): unknown {
  const data = args.filter(isData);
  const [first, ...rest] = data;
  if (typeof first !== "object" || first === null) return data;
  const more = rest.filter((arg) => typeof arg !== "object" || arg === null);
  return more.length === 0 ? first : [first, ...more];
}

function isData(value: unknown): boolean {
  if (typeof value === "function" || typeof value === "symbol") return false;
  if (typeof value !== "object" || value === null) return true;
  try {
    void Object.getPrototypeOf(value);
    return Array.isArray(value) || isPlainObject(value);
  } catch {
    return true; // it cannot be read, and the guard says so
  }
}

/** Reads whose a call is, and which; `undefined` when the host's own function for it failed. */
type CallReader = (args: unknown[]) => { run: LoopRun; call: LoopCall } | undefined;

function readCalls(name: string, guard: GuardInput | LoopRun | undefined, options: GuardFunctionOptions): CallReader {
  const given: unknown = options;
  checkObject(given, "options", "an object of GuardFunctionOptions");
  checkKeys(given, "", ["argumentsOf", "run"]);
  for (const [option, value] of Object.entries(given)) if (value !== undefined) func(value, option);
  const { argumentsOf, run: keyOf } = options;
  const runOf = runsOf(guard, keyOf !== undefined);
  const faults = new CallbackFaults();
  return (args) => {
    let key: RunKey | undefined;
    if (keyOf !== undefined) {
      const tell = (error: unknown): void => faults.tell(keyOf, error, "run", name);
      try {
        key = soundKey(keyOf(...args), tell);
      } catch (error) {
        tell(error);
        return undefined;
      }
    }
    let own: unknown;
    if (argumentsOf === undefined) own = dataOf(...args);
    else
      try {
        own = argumentsOf(...args);
        if (hasThen(own)) throw wrongReturn("The function argumentsOf", "the arguments themselves", own);
      } catch (error) {
        faults.tell(argumentsOf, error, "argumentsOf", name);
        return undefined;
      }
    return { run: runOf(key), call: { name, arguments: own } };
  };
}

/** By the key that the host gave: a run itself, or a guard's by that key, by the scope around, or its default one. */
function runsOf(
  guard: GuardInput | LoopRun | undefined,
  keyed: boolean,
): (key: string | object | undefined) => LoopRun {
  if (isRun(guard)) {
    if (keyed) throw optionError("type", "run", guard, "absent where a run is given in the guard's place");
    return () => guard;
  }
  const runs = guardOf(guard);
  openScopes();
  return (key) => (key === undefined ? runInScope(runs, scopeKey()) : runs.run(key));
}

/** Of this copy of the package or of another one. */
function isRun(guard: GuardInput | LoopRun | undefined): guard is LoopRun {
  return hasBrand(guard, "run");
}

/** A round of a run's calls that nobody told us of. */
class Round {
  readonly #run: LoopRun;
  #open = false;

  constructor(run: LoopRun) {
    this.#run = run;
  }

  /** A call starts. */
  begin(): void {
    if (this.#open) return;
    this.#run.beginRound();
    this.#open = true;
  }

  /** A call has come back: whoever asks for another may have seen what it gave. */
  readonly returned = (): void => {
    this.#open = false;
  };
}

const ROUNDS = new WeakMap<LoopRun, Round>();

function roundOf(run: LoopRun): Round {
  let round = ROUNDS.get(run);
  if (round === undefined) {
    round = new Round(run);
    ROUNDS.set(run, round);
  }
  return round;
}
