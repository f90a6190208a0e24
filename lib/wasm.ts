/** The WebAssembly build of the core, for platforms without a prebuilt addon. Same sources, same results. */
import { ArgsKind, IdentityMode, type NativeBinding, type NativeDetector } from "./binding.ts";
import { asBytes, asChoice, asKey, asOptionalText, asText, asU32 } from "./wasm-arguments.ts";
import { WasmCore } from "./wasm-core.ts";
import { WasmGuard } from "./wasm-guard.ts";
import { close, freeWith, Owned } from "./wasm-owned.ts";

class WasmDetector implements NativeDetector {
  readonly #core: WasmCore;
  readonly #owned: Owned;

  constructor(core: WasmCore, pointer: number) {
    this.#core = core;
    this.#owned = new Owned(core, pointer, core.functions.lg_detector_free);
    freeWith(this, this.#owned);
  }

  push(signature: string): number {
    const core = this.#core;
    core.begin(asText(signature).length);
    const at = core.put(signature);
    const cycle = core.functions.lg_wasm_detector_push(this.#owned.open("detector"), at, core.length);
    if (cycle < 0) core.check(-cycle);
    return cycle;
  }

  at(back: number): string {
    const core = this.#core;
    core.check(core.functions.lg_detector_at(this.#owned.open("detector"), asU32(back), core.out));
    return core.hex(core.out);
  }

  reset(): void {
    this.#core.check(this.#core.functions.lg_detector_reset(this.#owned.open("detector")));
  }

  snapshot(): Uint8Array {
    const core = this.#core;
    core.check(core.functions.lg_detector_snapshot(this.#owned.open("detector"), core.out, core.out + 4));
    return core.resultBytes();
  }

  close(): void {
    close(this.#owned);
  }
}

/** The functions without a handle work in one workspace per core; a core that trapped is replaced by a new one. */
class Workshop {
  #core: WasmCore | undefined;
  workspace = 0;

  core(): WasmCore {
    if (this.#core === undefined || this.#core.failure !== undefined) {
      const core = new WasmCore();
      core.check(core.functions.lg_wasm_workspace_new(core.out));
      this.workspace = core.result();
      this.#core = core;
    }
    return this.#core;
  }
}

/** @internal Makes the binding; throws where WebAssembly or its file is missing. */
export function loadWasm(): NativeBinding {
  const workshop = new Workshop();
  workshop.core();
  return {
    identify(key, mode, name, args, argsKind) {
      const core = workshop.core();
      const kind = asChoice(argsKind, ArgsKind.none);
      const text = kind === ArgsKind.none ? asOptionalText(args) : asText(args);
      asChoice(mode, IdentityMode.canonical);
      core.begin(asText(name).length + (text?.length ?? 0) + asKey(key).length);
      const argsAt = core.put(text);
      const argsLen = core.length;
      const nameAt = core.put(name);
      const nameLen = core.length;
      const { lg_wasm_identify } = core.functions;
      const keyAt = core.putBytes(key);
      core.check(lg_wasm_identify(workshop.workspace, keyAt, mode, nameAt, nameLen, kind, argsAt, argsLen, core.out));
      return core.hex(core.out);
    },

    canonicalize(mode, text) {
      const core = workshop.core();
      asChoice(mode, IdentityMode.canonical);
      core.begin(asText(text).length);
      const at = core.put(text);
      core.check(core.functions.lg_canonicalize(workshop.workspace, mode, at, core.length, core.out, core.out + 4));
      return core.text(core.result(0), core.result(1));
    },

    normalizeVolatile(classes, text) {
      const core = workshop.core();
      asU32(classes);
      core.begin(asText(text).length);
      const at = core.put(text);
      const length = core.length;
      const { lg_normalize_volatile } = core.functions;
      core.check(lg_normalize_volatile(workshop.workspace, classes, at, length, core.out, core.out + 4));
      const [outAt, outLength] = [core.result(0), core.result(1)];
      return outAt === at && outLength === length ? text : core.text(outAt, outLength);
    },

    similarity(a, b) {
      const core = workshop.core();
      core.begin(asText(a).length + asText(b).length);
      const aAt = core.put(a);
      const aLen = core.length;
      const bAt = core.put(b);
      core.check(core.functions.lg_similarity(workshop.workspace, aAt, aLen, bAt, core.length, core.out));
      return core.view().getFloat64(core.out, true);
    },

    guard(key, maxEntries, ladder, shadow) {
      return new WasmGuard(workshop.core(), key, maxEntries, ladder, shadow);
    },

    detector(key, windowSize, minCycleLen, maxCycleLen, repeats) {
      const core = workshop.core();
      const options = [asU32(windowSize), asU32(minCycleLen), asU32(maxCycleLen), asU32(repeats)];
      core.begin(asKey(key).length);
      core.check(core.functions.lg_wasm_detector_new(core.putBytes(key), ...options, core.out));
      return new WasmDetector(core, core.result());
    },

    restoreDetector(bytes) {
      const core = workshop.core();
      core.begin(asBytes(bytes).length);
      const at = core.putBytes(bytes);
      core.check(core.functions.lg_wasm_detector_restore(at, core.length, core.out));
      return new WasmDetector(core, core.result());
    },

    snapshotKey(bytes) {
      const core = workshop.core();
      core.begin(asBytes(bytes).length);
      const at = core.putBytes(bytes);
      core.check(core.functions.lg_snapshot_key(at, core.length, core.out));
      return core.bytes().slice(core.out, core.out + 16);
    },
  };
}
