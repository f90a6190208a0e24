import type { DetectorBase, DetectorType } from "./options.ts";
import type { Parameter } from "./parameters.ts";
import type { DetectorRecord } from "./record.ts";
/**
 * The body of every factory. A wrong parameter throws here, where it is written; a guard checks entries that were
 * written by hand in the same way.
 */
export declare function make<D extends DetectorBase<DetectorType>>(type: D["type"], record: DetectorRecord<D>, options: object | undefined): D;
/** The detector with the defaults of the parameters that were left out. */
export declare function withDefaultsOf(parameters: Readonly<Record<string, Parameter>>, detector: Record<string, unknown>): Record<string, unknown>;
/** The part of a record that checks need. */
interface Checks {
    readonly parameters: Readonly<Record<string, Parameter>>;
    check?(detector: never, path: string): void;
}
/** Checks a detector of the record's type; throws `ERR_LOOPGUARD_OPTION` for what its factory would refuse. */
export declare function checkBy(record: Checks, detector: Record<string, unknown>, path: string): void;
export {};
