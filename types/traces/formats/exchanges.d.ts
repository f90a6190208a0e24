/**
 * Requests to a model and its responses: what proxies log, HTTP archives, and files of the batch APIs. Every request of an
 * agent repeats the history, so a request that begins with all messages of an earlier one continues its run.
 */
import type { TraceFormatSpec } from "../run-writer.ts";
export declare const exchangesFormat: TraceFormatSpec;
