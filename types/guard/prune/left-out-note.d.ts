/** How many calls of a kind were left out. */
export interface LeftOut {
    /** They gave the result that stays. */
    repeated: number;
    /** A guard refused them. */
    refused: number;
}
/** `withoutWarningText` recognises it, so that a result that has one is compared without it. */
export declare function leftOutNote(toolName: string, { repeated, refused }: LeftOut): string;
/** What the note in this text says; nothing if there is none. */
export declare function readLeftOutNote(text: string): LeftOut;
export declare const times: (number: number) => string;
