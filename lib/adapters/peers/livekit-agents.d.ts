/**
 * The part of `@livekit/agents` that lib/adapters/livekit.ts uses, to build without the package. Users have the real types, and
 * test/frameworks/livekit checks the adapter against those.
 */
declare module "@livekit/agents" {
  export namespace llm {
    interface Toolset {
      readonly tools: readonly object[];
    }
    class ToolError extends Error {
      constructor(message: string);
    }
    function isToolset(value: unknown): value is Toolset;
  }
  export namespace voice {
    class Agent {}
    class StopResponse extends Error {
      constructor();
    }
  }
}
