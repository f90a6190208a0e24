/** What a detection leaves on a span. */
import { type Span } from "@opentelemetry/api";
import type { ToldDetection } from "./told-detection.ts";
export declare class MarkedSpans {
    #private;
    /** The gravest detection stays, of equals the last; what a span says of its tool and conversation itself stays too. */
    mark(span: Span, message: ToldDetection): void;
}
