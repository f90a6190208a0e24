/** Scans files with all the threads there are, and gives the results in the order of the files and their lines. */
import type { TraceFile } from "../trace-files.ts";
import type { ScanSettings } from "./job-scanner.ts";
import { type ScanPart } from "./scan-job.ts";
/** Throws what is wrong with the guard's options; whatever is wrong with files is in the parts. */
export declare function scanTraces(files: readonly TraceFile[], settings: ScanSettings, jobs: number): AsyncGenerator<ScanPart, void, undefined>;
