/** Metrics that count the messages on the diagnostics channels. */
import type { Meter } from "@opentelemetry/api";
import type { DetectionMessage, ErrorMessage } from "../report/diagnostics.ts";
import { type KnownNames } from "./names.ts";
export declare class LoopMetrics {
    #private;
    constructor(meter: Meter, toolNames: KnownNames, errorTypes: KnownNames);
    detection({ detection, verdict, ran, shadow }: DetectionMessage): void;
    error({ error, where }: ErrorMessage): void;
}
