/** All formats, the most specific first: the first that recognises an object reads the file. */
import type { TraceFormatSpec } from "../run-writer.ts";
export declare const FORMATS: readonly TraceFormatSpec[];
