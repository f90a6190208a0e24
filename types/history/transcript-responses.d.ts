/** The calls of tools that OpenAI's responses have items of their own for: a computer, a shell, a patch. */
import type { LoopOutcome } from "../base/types.ts";
import { type Fields } from "./fields.ts";
/** Whether an item of this type is a call of such a tool, or its result. */
export declare const isHostedItem: (type: unknown) => boolean;
/** The call in an item; `undefined` if it is not a call. */
export declare function hostedCall(item: Fields): {
    id: unknown;
    name: string;
    arguments: unknown;
} | undefined;
/** The outcome. It is a failure if one of a shell's commands did not exit with 0. */
export declare function hostedOutcome({ type, status, output }: Fields): LoopOutcome;
