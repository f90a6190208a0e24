import type { Desk } from "../adapter/desk.ts";
import { type Awaitable } from "../base/thenable.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import type { OpencodeCall, OpencodeClient, OpencodeMessage, OpencodePart } from "./opencode-types.ts";
export declare class OpencodeSessions {
    #private;
    constructor(own: Desk, client: OpencodeClient);
    /** A user, or the agent that started this subagent, has written a message. */
    prompt(id: string, agent: string, parts: OpencodePart[]): void;
    /** The model is asked for a response. Returns what must end the turn instead. */
    generates(id: string): ToolLoopError | undefined;
    /** Returns what a call is refused with. */
    before({ sessionID, callID, tool }: OpencodeCall, args: unknown): Awaitable<string | undefined>;
    /** The call has succeeded. `output`: `{ output, metadata }` of a tool of opencode, `{ content }` of an MCP server. */
    after({ sessionID, callID, tool }: OpencodeCall, args: unknown, output: object): Awaitable<void>;
    event({ type, properties }: {
        type: string;
        properties: object;
    }): void;
    /** Adds the warnings about failed calls to their errors, in each request anew: opencode keeps the errors as they were. */
    tellFailures(messages: readonly OpencodeMessage[]): void;
}
