/** What a custom detector may return. */
import type { LoopDetection } from "../base/types.ts";
/**
 * The fields of a detection that `given` has; `undefined`: nothing was found. Throws a `TypeError` for anything else: a
 * `false` or a promise is no detection, and a detector that gave one for it would fire at every call.
 */
export declare function readFinding(given: unknown, name: string): Partial<LoopDetection> | undefined;
