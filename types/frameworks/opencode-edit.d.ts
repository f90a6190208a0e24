/** Requests of a session of opencode that are changed to get the model out of a loop. */
import { type RequestEdit } from "../adapter/recovery.ts";
import type { OpencodeMessage } from "./opencode-types.ts";
/** Changes the list itself, which opencode sends then. `user`: the newest message of a user, whose settings one of ours has. */
export declare function editInPlace(edit: RequestEdit, messages: OpencodeMessage[], user: OpencodeMessage): void;
export declare const roleOf: ({ info }: OpencodeMessage) => unknown;
