/** The last entries that a store had, for the day that it loses them. */
/** A ring: nearly every entry is written and never looked for, so it is the writing that must be cheap. */
export declare class RecentEntries<Entry> {
    #private;
    add(entry: Entry): void;
    /** Oldest first. */
    all(): Entry[];
    clear(): void;
}
