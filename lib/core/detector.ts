/** `lg_detector`: a window of signatures that finds a cycle at its end. */
import { type Core, firstDigest, putText, putU32 } from "./core.ts";
import { CoreWindow } from "./handle.ts";
import { Operation } from "./layout.gen.ts";

export class CoreDetector extends CoreWindow {
  constructor(core: Core, handle: number) {
    super(core, handle, "detector", Operation.forget, Operation.detectorSnapshot);
  }

  /** 0: no cycle; else `cycleLength * 2^20 + repeats`. */
  push(signature: string): number {
    return this.core.number(Operation.push, this.open(), (memory) => putText(memory, signature));
  }

  /** 32 hex digits: the digest of the signature `back` places before the newest. */
  at(back: number): string {
    return this.core.bytes(Operation.at, this.open(), (memory) => putU32(memory, back), firstDigest);
  }
}
