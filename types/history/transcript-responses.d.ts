/** The calls of tools that OpenAI's responses have items of their own for: a computer, a shell, a patch. */
import type { LoopOutcome } from "../base/types.ts";
type Fields = Record<string, unknown>;
/** Whether an item of this type is a call of such a tool, or what came back for one. */
export declare const isHostedItem: (type: unknown) => boolean;
/** The call that an item is; not there: it is none. */
export declare function hostedCall(item: Fields): {
    id: unknown;
    name: string;
    arguments: unknown;
} | undefined;
/** What came back; of a shell's commands, one that ended otherwise than with 0 makes it a failure. */
export declare function hostedOutcome({ type, status, output }: Fields): LoopOutcome;
export {};
