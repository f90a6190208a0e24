export { ARTIFACT_POINTER_PREFIX, type ArtifactContext, type ArtifactInput, type ArtifactOptions, type ArtifactPointer, approxByteSize, createArtifactTools, getArtifact, isPointer, listArtifacts, type StoredArtifact, storeArtifact, } from "./executor/artifacts.ts";
export * from "./executor/exports.ts";
export { resolveSandboxConfig, Sandbox } from "./executor/sandbox.ts";
export { type CallExecutor, guardExecutor } from "./frameworks/guard-executor.ts";
