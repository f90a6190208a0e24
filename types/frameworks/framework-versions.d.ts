/**
 * The versions of frameworks that adapters were made for. package.json does not name them: npm refuses to install packages beside
 * each other whose peers conflict, also those that nobody has. So an adapter looks itself, once.
 */
import { type AdapterOptions, type Desk, type DeskInput, type DeskSettings } from "../adapter/desk.ts";
/** By package: the oldest version, the first that is not known, and its page in docs/frameworks. */
export declare const FRAMEWORKS: {
    readonly "@anthropic-ai/claude-agent-sdk": {
        readonly from: "0.3";
        readonly below: "1";
        readonly page: "claude";
    };
    readonly "@github/copilot-sdk": {
        readonly from: "1";
        readonly below: "2";
        readonly page: "copilot-sdk";
    };
    readonly "@google/adk": {
        readonly from: "2";
        readonly below: "3";
        readonly page: "adk";
    };
    readonly "@langchain/core": {
        readonly from: "1.0.1";
        readonly below: "2";
        readonly page: "langchain";
    };
    readonly "@livekit/agents": {
        readonly from: "1.9";
        readonly below: "2";
        readonly page: "livekit";
    };
    readonly "@llamaindex/workflow": {
        readonly from: "1.1";
        readonly below: "2";
        readonly page: "llamaindex";
    };
    readonly "@mastra/core": {
        readonly from: "1.50";
        readonly below: "2";
        readonly page: "mastra";
    };
    readonly "@modelcontextprotocol/client": {
        readonly from: "2";
        readonly below: "3";
        readonly page: "mcp";
    };
    readonly "@modelcontextprotocol/sdk": {
        readonly from: "1.10";
        readonly below: "2";
        readonly page: "mcp";
    };
    readonly "@modelcontextprotocol/server": {
        readonly from: "2";
        readonly below: "3";
        readonly page: "mcp";
    };
    readonly "@openai/agents": {
        readonly from: "0.11.8";
        readonly below: "1";
        readonly page: "openai-agents";
    };
    readonly "@strands-agents/sdk": {
        readonly from: "1.10";
        readonly below: "2";
        readonly page: "strands";
    };
    readonly "@tanstack/ai": {
        readonly from: "0.58";
        readonly below: "1";
        readonly page: "tanstack-ai";
    };
    readonly "@voltagent/core": {
        readonly from: "2.10";
        readonly below: "3";
        readonly page: "voltagent";
    };
    readonly "@workflow/ai": {
        readonly from: "6";
        readonly below: "7";
        readonly page: "workflow";
    };
    readonly ai: {
        readonly from: "5";
        readonly below: "8";
        readonly page: "ai-sdk";
    };
    readonly genkit: {
        readonly from: "1.42";
        readonly below: "2";
        readonly page: "genkit";
    };
};
type Framework = keyof typeof FRAMEWORKS;
/**
 * The desk of an adapter for these frameworks. Says once of a version that it is not known, on `loopguard:error` and on stderr,
 * where the platform has files to look at.
 */
export declare function deskFor(frameworks: Framework | readonly Framework[], guard: DeskInput | undefined, options?: AdapterOptions, settings?: DeskSettings): Desk;
/** What stands behind a hyphen, as in 7.0.0-beta.1, does not count. Exported for the test. */
export declare function isKnown(version: string, { from, below }: {
    from: string;
    below: string;
}): boolean;
export {};
