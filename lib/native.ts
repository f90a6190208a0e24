/** Finds and loads the Node-API addon. */
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { LadderTuple, NativeBinding, NativeDetector, NativeGuard } from "./binding.ts";
import { bindingError } from "./binding-error.ts";

/** What the addon exports, see native/addon. */
interface Addon extends Omit<NativeBinding, "guard" | "detector" | "restoreDetector"> {
  Guard: new (key: Uint8Array, maxEntries: number, ladder: LadderTuple, shadow: boolean) => NativeGuard;
  Detector: {
    new (
      key: Uint8Array,
      windowSize: number,
      minCycleLen: number,
      maxCycleLen: number,
      repeats: number,
    ): NativeDetector;
    new (snapshot: Uint8Array): NativeDetector;
  };
  /** How the addon makes its errors. */
  setErrorFactory(factory: (name: string, text: string) => Error): void;
}

/** A loaded addon, and what failed before it: paths in the order in which they were tried. */
interface LoadedNative {
  binding: NativeBinding;
  failures: LoadFailure[];
}

export interface LoadFailure {
  path: string;
  error: Error;
  /** False where a file may be missing, because the next place is where it then is. */
  unexpected: boolean;
}

/** None of the places has an addon that loads. */
export class NoNativeError extends AggregateError {
  readonly failures: LoadFailure[];

  constructor(failures: LoadFailure[]) {
    const lines = failures.map(({ path, error }) => `\n  ${path}: ${error.message.split("\n")[0]}`);
    super(
      failures.map(({ error }) => error),
      `No native build of loopguard could be loaded. Tried:${lines.join("")}`,
    );
    this.failures = failures;
    this.cause = failures.at(-1)?.error;
  }
}

const require = createRequire(import.meta.url);

/** The folder of this platform's addon; scripts/prebuild-name.mjs names it when it is built. */
function prebuildName(): string {
  const name = `${process.platform}-${process.arch}`;
  return process.platform === "linux" && isMusl() ? `${name}-musl` : name;
}

/** Takes a few milliseconds, so it is asked only where it matters. */
function isMusl(): boolean {
  const report = process.report as typeof process.report & { excludeNetwork: boolean };
  const before = report.excludeNetwork;
  report.excludeNetwork = true; // else the report waits for reverse DNS of open sockets
  const { header } = report.getReport() as unknown as { header: { glibcVersionRuntime?: string } };
  report.excludeNetwork = before;
  return header.glibcVersionRuntime === undefined;
}

function* places(): Generator<{ path: string; optional: boolean }> {
  const given = process.env.LOOPGUARD_BINDING;
  if (given) yield { path: given, optional: false };
  yield { path: fileURLToPath(new URL("../build/Release/loopguard.node", import.meta.url)), optional: true };
  const prebuild = new URL(`../prebuilds/${prebuildName()}/loopguard.node`, import.meta.url);
  yield { path: fileURLToPath(prebuild), optional: true };
}

export function openNative(): LoadedNative {
  const failures: LoadFailure[] = [];
  for (const { path, optional } of places()) {
    try {
      return { binding: bind(require(path) as Addon), failures };
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      const missing = (error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND";
      failures.push({ path, error, unexpected: !(missing && optional) });
    }
  }
  throw new NoNativeError(failures);
}

/** @internal Makes the binding; throws `NoNativeError`, which lists every path tried, when no addon loads. */
export function loadNative(): NativeBinding {
  return openNative().binding;
}

function bind(addon: Addon): NativeBinding {
  addon.setErrorFactory(bindingError);
  return {
    identify: addon.identify,
    canonicalize: addon.canonicalize,
    normalizeVolatile: addon.normalizeVolatile,
    similarity: addon.similarity,
    snapshotKey: addon.snapshotKey,
    guard: (key, maxEntries, ladder, shadow) => new addon.Guard(key, maxEntries, ladder, shadow),
    detector: (key, windowSize, minCycleLen, maxCycleLen, repeats) =>
      new addon.Detector(key, windowSize, minCycleLen, maxCycleLen, repeats),
    restoreDetector: (bytes) => new addon.Detector(bytes),
  };
}
