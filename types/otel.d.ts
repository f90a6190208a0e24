import { type MeterProvider } from "@opentelemetry/api";
import { type ObservedGuard } from "./otel/guard-metrics.ts";
export type { ObservedGuard } from "./otel/guard-metrics.ts";
/** Options of `instrumentLoopGuard`. Unknown names and impossible values throw `ERR_LOOPGUARD_OPTION`. */
export interface InstrumentLoopGuardOptions {
    /**
     * Guards, or runs, whose `stats()` become metrics, by the name that they have there. They are kept until they are
     * closed or this is disposed. Default: none.
     */
    guards?: Readonly<Record<string, ObservedGuard>>;
    /**
     * How many different names of tools the metrics tell apart, or which; all others are `_OTHER`. Spans always have the
     * name itself. Default 100, from 0 to 10,000.
     */
    toolNames?: number | readonly string[];
    /** Default: the global one, also if it is registered later. */
    meterProvider?: MeterProvider;
}
/** What `instrumentLoopGuard` gives. */
export interface LoopGuardInstrumentation extends Disposable {
    /** Shows `stats()` of one more guard, or run, under this name; an earlier one of the name gives way. */
    observe(name: string, guard: ObservedGuard): void;
    /** Takes the guards of this call out; after the last one, nothing is listened to any more. */
    dispose(): void;
}
/**
 * Puts what guards find on the span that is active at the time, and counts it. For all guards of the process; a guard
 * in `guards` has its `stats()` shown as well. Names, counts and digests leave the process, never arguments or results.
 *
 * Called again while it is on, it adds guards and listens no second time; other options are those of the first call.
 *
 * @example
 * sdk.start(); // any OpenTelemetry SDK
 * const instrumentation = instrumentLoopGuard({ guards: { support: guard } });
 */
export declare function instrumentLoopGuard(options?: InstrumentLoopGuardOptions): LoopGuardInstrumentation;
