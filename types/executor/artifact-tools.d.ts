import type { ToolDef } from "./tool-types.ts";
/**
 * Makes the tools `storeArtifact`, `getArtifact` and `listArtifacts`. The note under a result that was too large tells
 * the model to call `getArtifact`.
 *
 * @example
 * new ToolExecutor([...tools, ...createArtifactTools()], { artifacts: { maxToolOutputBytes: 20_000 } });
 */
export declare function createArtifactTools(): ToolDef[];
