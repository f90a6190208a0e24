/** Finds and loads the Node-API addon. */
import { builtin, needed } from "../base/platform.ts";
import { CoreClient } from "./client.ts";
import { type Port, portOf } from "./core.ts";
import { ownFile } from "./own-place.ts";

/** What the addon exports, see native/addon: one instance of the core, for this thread. */
interface Addon {
  /** `lg_door_call`: see `portOf`. */
  call(block: ArrayBuffer): void;
  /** Shared by all that load the addon, such as copies of this module, so that they write to the same block. */
  [PORT]?: Port;
}

const PORT: unique symbol = Symbol.for("loopguard.port") as never;

/** A loaded addon, and the places that failed before it, in order. */
interface LoadedNative {
  client: CoreClient;
  failures: LoadFailure[];
}

interface LoadFailure {
  path: string;
  error: Error;
  /** False for a missing file that may be missing, because it is at the next place. */
  unexpected: boolean;
}

/** The folder of this platform's addon; scripts/prebuild-name.mjs names it when it is built. */
function prebuildName(): string {
  const name = `${process.platform}-${process.arch}`;
  return process.platform === "linux" && isMusl() ? `${name}-musl` : name;
}

/** A program for musl names its loader in its first bytes. The report of Node.js says it, too, and takes 2 to 16 ms. */
function isMusl(): boolean {
  try {
    const { openSync, readSync, closeSync } = needed(builtin("node:fs"), "An addon");
    const program = openSync(process.execPath, "r");
    const head = Buffer.alloc(2048);
    readSync(program, head);
    closeSync(program);
    return head.includes("/ld-musl-");
  } catch {
    return false; // it may not be read
  }
}

function* places(own: string | undefined): Generator<{ path: string; optional: boolean }> {
  const given = process.env.LOOPGUARD_BINDING;
  if (given) yield { path: given, optional: false };
  if (own === undefined) return;
  const { join } = needed(builtin("node:path"), "An addon");
  for (const folder of ["build/Release", `prebuilds/${prebuildName()}`])
    yield { path: join(own, "../../..", folder, "loopguard.node"), optional: true };
}

export function openNative(): LoadedNative {
  const own = ownFile();
  const require = needed(builtin("node:module"), "An addon").createRequire(own ?? process.execPath);
  const failures: LoadFailure[] = [];
  for (const { path, optional } of places(own)) {
    const isMissing = optional && builtin("node:fs")?.existsSync(path) === false;
    try {
      if (isMissing) throw new Error("There is no such file");
      const addon = require(path) as Addon;
      return { client: new CoreClient(() => (addon[PORT] ??= portOf(addon.call))), failures };
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      failures.push({ path, error, unexpected: !isMissing });
    }
  }
  const lines = failures.map(({ path, error }) => `\n  ${path}: ${error.message.split("\n")[0]}`);
  const errors = failures.map(({ error }) => error);
  const tried = lines.join("") || " no file, since a bundle has none; name one by LOOPGUARD_BINDING";
  const text = `No native build of loopguard could be loaded. Tried:${tried}`;
  throw new AggregateError(errors, text, { cause: errors.at(-1) });
}

/** @internal Throws an error that lists every path tried when no addon loads. */
export function loadNative(): CoreClient {
  return openNative().client;
}
