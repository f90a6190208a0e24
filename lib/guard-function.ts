/** `guardFunction`: any tool function, with a guard before it. */
import { type GuardInput, guardOf } from "./adapters/guard-of.ts";
import { errorWithMessage, withMessage } from "./adapters/with-message.ts";
import { type CallEnds, type CallFace, guardedCall, isThenable } from "./guarded-call.ts";
import { iteratorKind, observed } from "./observed-iterator.ts";
import type { LoopCall, LoopRun } from "./types.ts";

export interface GuardFunctionOptions<A extends unknown[] = unknown[]> {
  /**
   * What makes two calls "the same", from the arguments. Default: the first argument that is an object or a list, with the
   * texts, numbers and booleans after it; or else all arguments that are data. Functions and instances of classes, such as
   * contexts and abort signals, are never part of it.
   */
  argumentsOf?: (...args: A) => unknown;
}

/**
 * The function with a guard before it: same type, same name, same `this`. What is synchronous stays synchronous, and a
 * promise or a generator stays one. `hint` and `ask`: it is not called, and gives the message. `warn`: the message is added
 * to what it gives, or to the error that it throws; see `withMessage`. `abort`: a `ToolLoopError` is thrown.
 *
 * Functions that share a guard share its default run; give them a run of it (`guard.run(key)`) to keep runs apart. Calls
 * that start before the first of them has come back are one round.
 *
 * @example
 * const search = guardFunction("search", async (args: { q: string }) => index.search(args.q), { maxRepeats: 3 });
 */
export function guardFunction<F extends (...args: never[]) => unknown>(
  name: string,
  fn: F,
  guard?: GuardInput | LoopRun,
  { argumentsOf = dataOf }: GuardFunctionOptions<Parameters<F>> = {},
): F {
  const run = runOf(guard);
  const round = roundOf(run);
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
      const call: LoopCall = { name, arguments: argumentsOf(...args) };
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
  if (typeof value !== "object" || value === null || Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The run itself, or the default run of a guard. */
function runOf(guard: GuardInput | LoopRun | undefined): LoopRun {
  const isRun = typeof (guard as LoopRun | undefined)?.before === "function" && !("run" in (guard as object));
  return isRun ? (guard as LoopRun) : guardOf(guard as GuardInput | undefined).run();
}

/** A round of calls that nobody told us of. */
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
