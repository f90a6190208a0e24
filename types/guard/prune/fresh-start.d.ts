/** One fresh start; it is made when it is applied first, and stays for the requests that follow. */
export declare class FreshStart {
    #private;
    /** Gives a new list; the same messages if they cannot be read. `user`: a message of a user. */
    apply<M>(messages: readonly M[], user: (text: string) => M): readonly M[];
}
