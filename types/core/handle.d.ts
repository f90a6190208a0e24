import type { Core } from "./core.ts";
export declare class Handle {
    #private;
    readonly core: Core;
    constructor(core: Core, number: number);
    /** The number of the handle; throws once it is closed. `what` is "run" and the like. */
    open(what: string): number;
    /** Does nothing the second time. */
    free(): void;
}
/** The handle of `holder`, freed once `holder` was collected. */
export declare function handleOf(holder: object, core: Core, number: number): Handle;
export declare function closeHandle(handle: Handle): void;
