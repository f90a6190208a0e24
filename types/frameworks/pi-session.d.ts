import type { AgentRun } from "../adapter/agent-run.ts";
import { type Awaitable } from "../base/thenable.ts";
import type { PiBlock, PiContext, PiMessage, PiPart, PiWriting } from "./pi-types.ts";
export declare class PiSession {
    #private;
    constructor(run: AgentRun);
    /** What the model remembers of this session, or of the branch that goes on from here. A run in a store knows by itself. */
    remember(messages: readonly object[]): void;
    compacted(): void;
    /** A message is complete; gives what replaces it. */
    message(message: PiMessage, { signal }: Pick<PiContext, "signal">): Awaitable<PiMessage | undefined>;
    /** Judges a call; gives why it does not run. */
    call(id: string, { hasUI, ui }: Pick<PiContext, "hasUI" | "ui">): Promise<PiBlock | undefined>;
    /** The model writes; gives whether to stop it. */
    wrote({ type, delta }: PiWriting): boolean;
    /** Whether the agent's work is to end. */
    get isEnded(): boolean;
    /** What the model is to be told at the end of a response. Nothing if the work ends with it, and then goes on. */
    note(): string | undefined;
    /** What the agent is to go on with, when its work has settled because a response was cut. */
    resumption(): string | undefined;
}
/** Another paragraph of the last text: sessions that are read later have the warning apart from the result then. */
export declare function withText(content: unknown, warning: string): PiPart[];
