/** What the logs of sessions have in common: calls and results beside each other, and agents within a session. */
import { type Fields } from "../../history/fields.ts";
import type { RunWriter } from "../run-writer.ts";
/** Texts and calls of one response: parts with the same `response` are of the same. */
export declare function readResponse(run: RunWriter, response: unknown, content: readonly Fields[]): void;
/** What came back for a call: a value, or what failed. */
export declare function readResult(run: RunWriter, toolCallId: unknown, value: unknown, failed: boolean): void;
/** Anthropic's message of a user: results, beside which texts come from the program, or, if a user wrote it, what that was. */
export declare function readUserMessage(run: RunWriter, content: unknown, isWritten: boolean): void;
/** A sub-agent's run has a name of its own within the session. */
export declare function idOfAgent(session: string | undefined, agent: string | undefined): string | undefined;
