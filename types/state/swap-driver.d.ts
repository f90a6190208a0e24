/** The driver of a `StateStore`: applies entries and saves; if another worker was faster, loads, applies again and saves. */
import type { StateStore } from "./state-store.ts";
import { type DriverParts, type Limit, type StoreDriver } from "./store-driver.ts";
export declare class SwapDriver implements StoreDriver {
    #private;
    constructor(parts: DriverParts<StateStore>);
    /** Before the first save, another worker may save first, under another key. */
    get connected(): boolean;
    /** Nothing to keep: after a lost race, the store's value is loaded. */
    fork(): void;
    exchange(limit: Limit, catchUp: boolean): Promise<void>;
}
