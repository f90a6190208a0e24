/** What lib/adapters/ai-sdk.ts takes of the types of `ai`. Only for building without it: its users have the real ones. */
declare module "ai" {
  export type ToolSet = Record<string, object>;
  export function streamText<TOOLS extends ToolSet>(options: {
    model: unknown;
    tools?: TOOLS;
    messages?: unknown[];
  }): unknown;
}
