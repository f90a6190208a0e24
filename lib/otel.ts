/**
 * Detections as OpenTelemetry traces and metrics: `import { instrumentLoopGuard } from "loopguard/otel"`. Needs
 * `@opentelemetry/api` and does nothing until an SDK is registered.
 */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { diag, type MeterProvider, metrics, trace } from "@opentelemetry/api";
import { type Check, checkMembers, checkObject, integer, member, texts } from "./base/check-option.ts";
import { optionError } from "./base/errors.ts";
import {
  KnownNames,
  LoopMetrics,
  MarkedSpans,
  type ObservedGuard,
  type ObservedGuards,
  observeGuards,
} from "./guard/telemetry.ts";
import type { DetectionMessage, ErrorMessage, RecoveryMessage } from "./rules/diagnostics.ts";

export type { ObservedGuard } from "./guard/telemetry.ts";

/** Options of `instrumentLoopGuard`. Unknown names and impossible values throw `ERR_LOOPGUARD_OPTION`. */
export interface InstrumentLoopGuardOptions {
  /**
   * Guards, or runs, whose `stats()` become metrics, by name. They are observed until they are closed or this is
   * disposed. Default: none.
   */
  guards?: Readonly<Record<string, ObservedGuard>>;
  /**
   * Tool names that are attribute values of metrics: how many at most, or a list; all others become `_OTHER`. Spans
   * always have the name itself. Default 100, from 0 to 10,000.
   */
  toolNames?: number | readonly string[];
  /** Default: the global one, also if it is registered later. */
  meterProvider?: MeterProvider;
}

/** The return value of `instrumentLoopGuard`. */
export interface LoopGuardInstrumentation {
  /** Observes `stats()` of one more guard, or run, under this name, and replaces an earlier one of the same name. */
  observe(name: string, guard: ObservedGuard): void;
  /** Stops observing this call's guards; the last call to be disposed removes all listeners. */
  dispose(): void;
  [Symbol.dispose](): void;
}

const DEFAULT_TOOL_NAMES = 100;
/** The most error types in metrics: loopguard has few, but users' functions throw their own. */
const ERROR_TYPES = 100;

/**
 * Writes the detections of all guards in the process to the active span, and counts them; for `guards`, `stats()` become
 * metrics, too. Exports names, counts and digests, but never arguments or results.
 *
 * A second call before `dispose` only adds guards; the other options stay those of the first call.
 *
 * @example
 * sdk.start(); // any OpenTelemetry SDK
 * const instrumentation = instrumentLoopGuard({ guards: { support: guard } });
 */
export function instrumentLoopGuard(options: InstrumentLoopGuardOptions = {}): LoopGuardInstrumentation {
  checkOptions(options);
  if (active !== undefined && Object.keys(options).some((name) => name !== "guards"))
    diag.warn("loopguard/otel is already active: only the option guards of this call is used");
  return (active ?? new Listeners(options)).open(options.guards ?? {});
}

let active: Listeners | undefined;

/** The one set of listeners on the diagnostics channels. */
class Listeners {
  readonly #guards: ObservedGuards = new Map();
  readonly #toolNames: KnownNames;
  readonly #errorTypes = new KnownNames(ERROR_TYPES);
  readonly #spans = new MarkedSpans();
  readonly #given: MeterProvider | undefined;
  #provider: MeterProvider | undefined;
  #metrics: LoopMetrics | undefined;
  #stopObserving: (() => void) | undefined;
  #users = 0;

  constructor({ toolNames, meterProvider }: InstrumentLoopGuardOptions) {
    this.#toolNames = new KnownNames(toolNames ?? DEFAULT_TOOL_NAMES);
    this.#given = meterProvider ?? undefined;
  }

  open(guards: Readonly<Record<string, ObservedGuard>>): LoopGuardInstrumentation {
    this.#currentMetrics(); // throws first if the provider is broken
    if (this.#users++ === 0) {
      active = this;
      subscribe("loopguard:detection", this.#onDetection);
      subscribe("loopguard:error", this.#onError);
      subscribe("loopguard:recovery", this.#onRecovery);
    }
    const mine = new Map<string, ObservedGuard>();
    let open = true;
    const observe = (name: string, guard: ObservedGuard) => {
      checkGuard(guard, name);
      if (!open) return;
      mine.set(name, guard);
      this.#guards.set(name, guard);
      this.#currentMetrics();
    };
    for (const [name, guard] of Object.entries(guards)) observe(name, guard);
    const dispose = () => {
      if (!open) return;
      open = false;
      for (const [name, guard] of mine) if (this.#guards.get(name) === guard) this.#guards.set(name, undefined);
      if (--this.#users === 0) this.#close();
    };
    return { observe, dispose, [Symbol.dispose]: dispose };
  }

  #close(): void {
    unsubscribe("loopguard:detection", this.#onDetection);
    unsubscribe("loopguard:error", this.#onError);
    unsubscribe("loopguard:recovery", this.#onRecovery);
    this.#stopObserving?.();
    active = undefined;
  }

  readonly #onDetection = (message: unknown) => {
    const detection = message as DetectionMessage;
    attempt("mark the active span", () => {
      const span = trace.getActiveSpan();
      if (span !== undefined) this.#spans.mark(span, detection);
    });
    attempt("count a detection", () => this.#currentMetrics().detection(detection));
  };

  readonly #onError = (message: unknown) => {
    attempt("count an error", () => this.#currentMetrics().error(message as ErrorMessage));
  };

  readonly #onRecovery = (message: unknown) => {
    attempt("count a recovery", () => this.#currentMetrics().recovery(message as RecoveryMessage));
  };

  /** The metrics of the current provider: instruments that were made before an SDK is registered never record. */
  #currentMetrics(): LoopMetrics {
    const provider = this.#given ?? metrics.getMeterProvider();
    if (this.#metrics !== undefined && provider === this.#provider) return this.#metrics;
    this.#stopObserving?.();
    const meter = provider.getMeter("loopguard");
    this.#provider = provider;
    this.#stopObserving = observeGuards(meter, this.#guards);
    this.#metrics = new LoopMetrics(meter, this.#toolNames, this.#errorTypes);
    return this.#metrics;
  }
}

/** A listener that throws would end the process. */
function attempt(what: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    diag.error(`loopguard/otel could not ${what}`, error);
  }
}

const OPTIONS: Record<keyof InstrumentLoopGuardOptions, Check> = {
  guards: (value, path) => {
    checkObject(value, path, "an object from names to guards");
    for (const [name, guard] of Object.entries(value)) checkGuard(guard, member(path, name));
  },
  toolNames: (value, path) => (Array.isArray(value) ? texts(0) : integer(0, 10_000))(value, path),
  meterProvider: (value, path) => {
    if (typeof (value as Partial<MeterProvider> | null)?.getMeter !== "function")
      throw optionError("type", path, value, "a MeterProvider");
  },
};

function checkOptions(options: InstrumentLoopGuardOptions): void {
  checkObject(options, "options");
  checkMembers(options, "", OPTIONS);
}

function checkGuard(guard: unknown, path: string): void {
  if (typeof (guard as Partial<ObservedGuard> | null)?.stats !== "function")
    throw optionError("type", path, guard, "a LoopGuard, or a run of one");
}
