/**
 * Chooses the build of the core, once, when the package is loaded: the addon, or WebAssembly where none loads.
 * LOOPGUARD_BACKEND=native|wasm forces one; LOOPGUARD_BINDING=/path names an addon to try first.
 */
import { openNative } from "#wasm";
import { withCode } from "../base/errors.ts";
import { orElse } from "../base/property.ts";
import type { CoreClient } from "./client.ts";
import { loadWasm } from "./wasm.ts";

interface Chosen {
  core: CoreClient;
  backend: "native" | "wasm";
  backendError: Error | undefined;
}

function choose(open: NonNullable<typeof openNative>): Chosen {
  const forced = orElse(() => process.env.LOOPGUARD_BACKEND, undefined); // Deno's `require` comes here, without permissions
  if (forced === "wasm") return wasm();
  if (forced === "native") return native(open);
  if (forced) throw backendFailure(new Error(`LOOPGUARD_BACKEND must be "native" or "wasm", got "${forced}"`));
  let nativeError: Error;
  try {
    return native(open);
  } catch (error) {
    nativeError = error as Error;
  }
  try {
    return wasm(nativeError);
  } catch (error) {
    throw backendFailure(new AggregateError([nativeError, error], "No build of loopguard could be loaded"));
  }
}

/** An addon that exists but does not load is always reported, even if a later one loads. */
function native(open: NonNullable<typeof openNative>): Chosen {
  try {
    const { client, failures } = open();
    const unexpected = failures.find((failure) => failure.unexpected);
    const error = unexpected && new Error(`Could not load ${unexpected.path}`, { cause: unexpected.error });
    return { core: client, backend: "native", backendError: error && backendFailure(error) };
  } catch (error) {
    throw backendFailure(error as Error);
  }
}

function wasm(backendError?: Error): Chosen {
  try {
    return { core: loadWasm(), backend: "wasm", backendError };
  } catch (cause) {
    throw backendFailure(new Error("The WebAssembly build of loopguard could not be loaded", { cause }));
  }
}

function backendFailure(error: Error): Error {
  return withCode(error, "ERR_LOOPGUARD_BACKEND");
}

const chosen: Chosen = openNative === undefined ? wasm() : choose(openNative);

export const core: CoreClient = chosen.core;

/** Which build of the C core runs: the Node-API addon or WebAssembly. Both give the same verdicts. */
export const backend: "native" | "wasm" = chosen.backend;

/** Why the addon is not used, or why the preferred one did not load; `undefined` if nothing failed. */
export const backendError: Error | undefined = chosen.backendError;
