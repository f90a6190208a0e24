/**
 * Detections as OpenTelemetry traces and metrics: `import { instrumentLoopGuard } from "loopguard/otel"`. Needs
 * `@opentelemetry/api` and does nothing until an SDK is registered.
 */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { diag, type MeterProvider, metrics, trace } from "@opentelemetry/api";
import { type Check, checkMembers, checkObject, fitting, integer, member, texts } from "./base/check-option.ts";
import { property } from "./base/property.ts";
import {
  knownNames,
  type LoopMetrics,
  loopMetrics,
  type ObservedGuard,
  type ObservedGuards,
  observeGuards,
  spanMarker,
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
  checkObject(options as unknown, "options");
  checkMembers({ ...options }, "", OPTIONS);
  if (active !== undefined && Object.keys(options).some((name) => name !== "guards"))
    diag.warn("loopguard/otel is already active: only the option guards of this call is used");
  return (active ?? listeners(options))(options.guards ?? {});
}

/** Opens the listeners for one more user. */
type Opening = (guards: Readonly<Record<string, ObservedGuard>>) => LoopGuardInstrumentation;

let active: Opening | undefined;

/** The one set of listeners on the diagnostics channels. */
function listeners({ toolNames, meterProvider }: InstrumentLoopGuardOptions): Opening {
  const guards: ObservedGuards = new Map();
  const toolName = knownNames(toolNames ?? DEFAULT_TOOL_NAMES);
  const errorName = knownNames(ERROR_TYPES);
  const mark = spanMarker();
  let current: { provider: MeterProvider; metrics: LoopMetrics; stop: () => void } | undefined;
  let users = 0;

  /** The metrics of the current provider: instruments that were made before an SDK is registered never record. */
  function currentMetrics(): LoopMetrics {
    const provider = meterProvider ?? metrics.getMeterProvider();
    if (current?.provider === provider) return current.metrics;
    current?.stop();
    const meter = provider.getMeter("loopguard");
    const stop = observeGuards(meter, guards);
    current = { provider, stop, metrics: loopMetrics(meter, toolName, errorName) };
    return current.metrics;
  }

  const channels: Readonly<Record<string, (message: unknown) => void>> = {
    "loopguard:detection": (message) => {
      const detection = message as DetectionMessage;
      attempt("mark the active span", () => mark(trace.getActiveSpan(), detection));
      attempt("count a detection", () => currentMetrics().detection(detection));
    },
    "loopguard:error": (message) => attempt("count an error", () => currentMetrics().error(message as ErrorMessage)),
    "loopguard:recovery": (message) =>
      attempt("count a recovery", () => currentMetrics().recovery(message as RecoveryMessage)),
  };

  const opening: Opening = (given) => {
    currentMetrics(); // throws first if the provider is broken
    if (users++ === 0) {
      active = opening;
      for (const [name, listen] of Object.entries(channels)) subscribe(name, listen);
    }
    const mine = new Map<string, ObservedGuard>();
    let open = true;
    const observe = (name: string, guard: ObservedGuard) => {
      checkGuard(guard, name);
      if (!open) return;
      mine.set(name, guard);
      guards.set(name, guard);
      currentMetrics();
    };
    for (const [name, guard] of Object.entries(given)) observe(name, guard);
    const dispose = () => {
      if (!open) return;
      open = false;
      for (const [name, guard] of mine) if (guards.get(name) === guard) guards.set(name, undefined);
      if (--users > 0) return;
      for (const [name, listen] of Object.entries(channels)) unsubscribe(name, listen);
      current?.stop();
      active = undefined;
    };
    return { observe, dispose, [Symbol.dispose]: dispose };
  };
  return opening;
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
  meterProvider: fitting((value) => typeof property(value, "getMeter") === "function", "a MeterProvider"),
};

const checkGuard = fitting((guard) => typeof property(guard, "stats") === "function", "a LoopGuard, or a run of one");
