/** The tool layer of `ToolExecutor`: all that is needed to run tools, artifacts, sandboxes, and a guard for another executor. */

export { type CallExecutor, guardExecutor } from "./adapters/guard-executor.ts";
export { createArtifactTools } from "./executor/artifact-tools.ts";
export {
  ARTIFACT_POINTER_PREFIX,
  type ArtifactContext,
  type ArtifactInput,
  type ArtifactOptions,
  type ArtifactPointer,
  approxByteSize,
  getArtifact,
  isPointer,
  listArtifacts,
  type StoredArtifact,
  storeArtifact,
} from "./executor/artifacts.ts";
export * from "./executor/exports.ts";
export { resolveSandboxConfig, Sandbox } from "./executor/sandbox.ts";
