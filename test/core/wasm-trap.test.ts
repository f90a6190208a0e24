/** The end of an instance of the WebAssembly build, and what comes after it. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { Core } from "../../lib/core/core.ts";
import { stepEvent } from "../../lib/core/event.ts";
import { CoreGuard } from "../../lib/core/handles.ts";
import { IdentityMode, Operation, Step } from "../../lib/core/layout.gen.ts";
import { loadWasm, WasmPort } from "../../lib/core/wasm.ts";
import { counting, KEY, outcome } from "./builds.ts";

interface Engine {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: { __stack_pointer: { value: number } } };
}

describe("a trap in WebAssembly", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("is an error and the end of that one core; its handles can still be closed", () => {
    const { Module, Instance } = (globalThis as unknown as { WebAssembly: Engine }).WebAssembly;
    let pointer = { value: 0 };
    class Spied extends Instance {
      constructor(module: object, imports: object) {
        super(module, imports);
        pointer = this.exports.__stack_pointer;
      }
    }
    vi.stubGlobal("WebAssembly", { Module, Instance: Spied });
    const guard = new CoreGuard(new Core(new WasmPort()), KEY, counting(1));
    const run = guard.run();
    pointer.value = 0; // no stack is left: the next frame lies outside the memory
    expect(() => run.tell(stepEvent(Step.beginRound))).toThrow(
      expect.objectContaining({ code: "ERR_LOOPGUARD_MEMORY", cause: expect.any(Error) }),
    );
    expect(outcome(() => run.before("a", {}, undefined, undefined, 0, 0))).toBe("ERR_LOOPGUARD_MEMORY");
    run.close();
    guard.close();
    expect(new WasmPort().call(Operation.run, 0, 0)).toBe(-2);
  });

  it("is followed by a new core, for whoever has none of the old one", () => {
    const { Module, Instance } = (globalThis as unknown as { WebAssembly: Engine }).WebAssembly;
    const pointers: { value: number }[] = [];
    class Spied extends Instance {
      constructor(module: object, imports: object) {
        super(module, imports);
        pointers.push(this.exports.__stack_pointer);
      }
    }
    vi.stubGlobal("WebAssembly", { Module, Instance: Spied });
    const core = loadWasm();
    const digest = core.identify(KEY, IdentityMode.canonical, "a", { b: 1 });
    (pointers[0] as { value: number }).value = 0;
    expect(outcome(() => core.identify(KEY, IdentityMode.canonical, "a", { b: 1 }))).toBe("ERR_LOOPGUARD_MEMORY");
    expect(core.identify(KEY, IdentityMode.canonical, "a", { b: 1 })).toBe(digest);
    expect(pointers).toHaveLength(2);
  });
});
