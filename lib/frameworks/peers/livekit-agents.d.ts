/**
 * The part of `@livekit/agents` that lib/frameworks/livekit.ts uses, to build without the package. Users have the real types, and
 * test/frameworks/livekit checks the adapter against those.
 */
declare module "@livekit/agents" {
  export namespace llm {
    class ToolError extends Error {
      constructor(message: string);
    }
  }
  export namespace voice {
    class StopResponse extends Error {
      constructor();
    }
  }
}
