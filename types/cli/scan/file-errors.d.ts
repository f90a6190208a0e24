import type { TraceFault } from "../../traces/trace-types.ts";
import type { ScanError } from "../scan-types.ts";
/** Something that could not be read, as part of a scan's result. */
export interface PartError extends TraceFault {
    file: string;
}
export declare class FileErrors {
    #private;
    /** Errors of the same file must be added one after the other. */
    add({ file, ...fault }: PartError): void;
    /** All errors. Nothing may be added after this call. */
    all(): ScanError[];
}
