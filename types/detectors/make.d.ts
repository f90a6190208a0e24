import type { DetectorBase, DetectorType } from "./options.ts";
import type { Parameter } from "./parameters.ts";
import type { DetectorRecord } from "./record.ts";
/** What every factory does: a wrong parameter is told where it is written. A guard checks hand-made entries likewise. */
export declare function make<D extends DetectorBase<DetectorType>>(type: D["type"], record: DetectorRecord<D>, options: object | undefined): D;
/** The detector with the parameters that were left out. */
export declare function withDefaultsOf(parameters: Readonly<Record<string, Parameter>>, detector: Record<string, unknown>): Record<string, unknown>;
/** What a record has for checks, whatever its detector. */
interface Checks {
    readonly parameters: Readonly<Record<string, Parameter>>;
    check?(detector: never, path: string): void;
}
/** Throws unless the detector, which has the record's type, is one that its factory makes. */
export declare function checkBy(record: Checks, detector: Record<string, unknown>, path: string): void;
export {};
