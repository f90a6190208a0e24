/**
 * The names of all attributes: OpenTelemetry's own for generative AI if there is one, else `tool_loop.*`. They are
 * written out because the constants of the semantic conventions for generative AI are not stable.
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
/** Replaces all values that do not get a series of their own. */
export declare const OTHER = "_OTHER";
/** Limits the names that get a series of their own: a model can make up any number of tool names. */
export declare class KnownNames {
    #private;
    /** `known`: how many names are kept, first come, first served; or the list of names that are kept. */
    constructor(known: number | readonly string[]);
    of(name: string): string;
}
