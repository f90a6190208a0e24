import { type StoreSync, type SyncParts } from "./state-sync.ts";
import type { JournalStore } from "./store-interface.ts";
export declare function journalSync(parts: SyncParts<JournalStore>): StoreSync;
