/** What is counted of the messages on the diagnostics channels. */
import type { Meter } from "@opentelemetry/api";
import type { ErrorMessage } from "../report/diagnostics.ts";
import { type KnownNames } from "./names.ts";
import type { ToldDetection } from "./told-detection.ts";
export declare class LoopMetrics {
    #private;
    constructor(meter: Meter, toolNames: KnownNames, errorTypes: KnownNames);
    detection({ detection, verdict, ran, shadow }: ToldDetection): void;
    error({ error, where }: ErrorMessage): void;
}
