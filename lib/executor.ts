/** The tool layer of `ToolExecutor`: all that is needed to run tools, artifacts, sandboxes, and a guard for another executor. */

export {
  type ArtifactContext,
  type ArtifactInput,
  type ArtifactOptions,
  type ArtifactPointer,
  approxByteSize,
  createArtifactTools,
  getArtifact,
  isPointer,
  listArtifacts,
  type StoredArtifact,
  storeArtifact,
} from "./executor/artifacts.ts";
export * from "./executor/exports.ts";
export { resolveSandboxConfig, Sandbox } from "./executor/sandbox.ts";
export { ARTIFACT_POINTER_PREFIX } from "./executor/tool-types.ts";
export { type CallExecutor, guardExecutor } from "./frameworks/guard-executor.ts";
