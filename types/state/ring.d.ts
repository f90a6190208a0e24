/** The newest `max` entries. Most are written and never read, so writing is what must be cheap. */
export declare class Ring<Entry> {
    #private;
    constructor(max: number);
    add(entry: Entry): void;
    /** Oldest first. */
    all(): Entry[];
    clear(): void;
}
