/**
 * Detections as OpenTelemetry traces and metrics: `import { instrumentLoopGuard } from "loopguard/otel"`. Needs
 * `@opentelemetry/api` and does nothing until an SDK is registered.
 */
import { MeterProvider } from '@opentelemetry/api';
import { LoopGuardStats } from './index.js';

/** A `LoopGuard`, or one run of it. */
interface ObservedGuard {
    stats(): LoopGuardStats;
}

/** Options of `instrumentLoopGuard`. Unknown names and impossible values throw `ERR_LOOPGUARD_OPTION`. */
interface InstrumentLoopGuardOptions {
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
interface LoopGuardInstrumentation {
    /** Observes `stats()` of one more guard, or run, under this name, and replaces an earlier one of the same name. */
    observe(name: string, guard: ObservedGuard): void;
    /** Stops observing this call's guards; the last call to be disposed removes all listeners. */
    dispose(): void;
    [Symbol.dispose](): void;
}
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
declare function instrumentLoopGuard(options?: InstrumentLoopGuardOptions): LoopGuardInstrumentation;

export { instrumentLoopGuard };
export type { InstrumentLoopGuardOptions, LoopGuardInstrumentation, ObservedGuard };
