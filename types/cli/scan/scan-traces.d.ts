import type { TraceFile } from "../trace-files.ts";
import { type ScanSettings } from "./job-scanner.ts";
import { type ScanPart } from "./scan-job.ts";
/** Throws if the guard's options are wrong; errors of files are in the parts. */
export declare function scanTraces(files: readonly TraceFile[], settings: ScanSettings, jobs: number): AsyncGenerator<ScanPart, void, undefined>;
