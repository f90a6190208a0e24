import type { ToolDef } from "./tool-types.ts";
/**
 * `storeArtifact`, `getArtifact` and `listArtifacts`, as the note under a result that was too large has the model call them.
 *
 * @example
 * new ToolExecutor([...tools, ...createArtifactTools()], { artifacts: { maxToolOutputBytes: 20_000 } });
 */
export declare function createArtifactTools(): ToolDef[];
