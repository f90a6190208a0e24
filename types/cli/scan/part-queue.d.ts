/** Parts on their way from whoever makes them to whoever waits for them. */
import type { ScanPart } from "./scan-job.ts";
export declare class PartQueue implements AsyncIterable<ScanPart> {
    #private;
    push(part: ScanPart): void;
    end(): void;
    fail(error: unknown): void;
    [Symbol.asyncIterator](): AsyncGenerator<ScanPart, void, undefined>;
}
