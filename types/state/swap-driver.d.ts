/** A store that replaces one value: apply, save, and when somebody was quicker load, apply again, save. */
import type { StateStore } from "./state-store.ts";
import { type DriverParts, type Limit, type StoreDriver } from "./store-driver.ts";
export declare class SwapDriver implements StoreDriver {
    #private;
    constructor(parts: DriverParts<StateStore>);
    /** Before the first save somebody else's may come first, and with it another key. */
    get connected(): boolean;
    /** Nothing to keep: the next lost race loads what the store has. */
    fork(): void;
    exchange(limit: Limit, catchUp: boolean): Promise<void>;
}
