import type { JournalStore } from "./state-store.ts";
import { type DriverParts, type Limit, type StoreDriver } from "./store-driver.ts";
export declare class JournalDriver implements StoreDriver {
    #private;
    constructor(parts: DriverParts<JournalStore>);
    get connected(): boolean;
    fork(): void;
    exchange(limit: Limit, catchUp: boolean): Promise<void>;
}
