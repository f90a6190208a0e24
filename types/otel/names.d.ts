/**
 * Every name that a backend gets to see: OpenTelemetry's own for generative AI where there is one, `tool_loop.*` where
 * there is none. They are written out: the constants of the semantic conventions for generative AI are not stable.
 */
export declare const Name: {
    readonly toolName: "gen_ai.tool.name";
    readonly callId: "gen_ai.tool.call.id";
    readonly conversationId: "gen_ai.conversation.id";
    readonly errorType: "error.type";
    readonly detected: "tool_loop.detected";
    readonly action: "tool_loop.action";
    readonly detector: "tool_loop.detector";
    readonly repeats: "tool_loop.repeats";
    readonly cycleLength: "tool_loop.cycle_length";
    readonly evidence: "tool_loop.evidence";
    readonly strikes: "tool_loop.strikes";
    readonly fingerprint: "tool_loop.fingerprint";
    readonly shadow: "tool_loop.shadow";
    readonly where: "tool_loop.where";
    readonly guard: "tool_loop.guard";
};
/** What stands for all values that are not told apart. */
export declare const OTHER = "_OTHER";
/** Names of tools, as far as they may be told apart: a model makes up as many as it likes, and each would be a series. */
export declare class KnownNames {
    #private;
    /** A number: the first so many that come. A list: these and no others. */
    constructor(known: number | readonly string[]);
    of(name: string): string;
}
