/** `lg_text_loop`: finds loops in text while it streams. */
import { type Core, putText } from "./core.ts";
import { CoreWindow } from "./handle.ts";
import { MatchAt, Operation, TEXT_KINDS } from "./layout.gen.ts";
import type { Memory } from "./memory.ts";

/** `lg_text_kind`. */
export type TextKind = Exclude<(typeof TEXT_KINDS)[number], "none">;

/** `lg_text_match`. */
export interface CoreTextMatch {
  kind: TextKind;
  period: number;
  repeats: number;
  start: number;
  /** It is so long that nobody can have asked for it. */
  sure: boolean;
}

/** `lg_text_loop_options`: repeats, min_length, max_period, messages. */
export type TextLoopNumbers = readonly [number, number, number, number];

export class CoreTextLoop extends CoreWindow {
  constructor(core: Core, handle: number) {
    super(core, handle, "text detector", Operation.textForget, Operation.textSnapshot);
  }

  push(text: string): CoreTextMatch | undefined {
    return this.core.bytes(Operation.textPush, this.open(), (memory) => putText(memory, text), matchOf);
  }

  endMessage(): CoreTextMatch | undefined {
    return this.core.bytes(Operation.textEndMessage, this.open(), undefined, matchOf);
  }
}

function matchOf({ view }: Memory, length: number): CoreTextMatch | undefined {
  if (length === 0) return undefined;
  return {
    kind: TEXT_KINDS[view.getUint32(MatchAt.kind, true)] as CoreTextMatch["kind"],
    period: view.getUint32(MatchAt.period, true),
    repeats: view.getUint32(MatchAt.repeats, true),
    start: view.getFloat64(MatchAt.start, true),
    sure: view.getUint32(MatchAt.sure, true) !== 0,
  };
}
