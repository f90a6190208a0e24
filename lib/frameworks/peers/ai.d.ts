/** The types of `ai` that lib/frameworks/ai-sdk.ts uses, to build without the package. Users have the real types. */
declare module "ai" {
  export type ToolSet = Record<string, object>;
  export function streamText<TOOLS extends ToolSet>(options: {
    model: unknown;
    tools?: TOOLS;
    messages?: unknown[];
  }): unknown;
}
