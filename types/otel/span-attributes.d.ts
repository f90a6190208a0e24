/** Writes detections to spans, as attributes. */
import { type Span } from "@opentelemetry/api";
import type { DetectionMessage } from "../report/diagnostics.ts";
export declare class MarkedSpans {
    #private;
    /**
     * Keeps the most severe detection, the last of equal ones. Tool and conversation that the span already names stay.
     */
    mark(span: Span, message: DetectionMessage): void;
}
