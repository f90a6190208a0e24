/** What a loop called, short enough for a line, and so that the loops of one run differ where they can. */
import { el, foreign } from "./dom.ts";
import { clipped } from "./format.ts";
import type { Strip, StripLoop } from "./strip.ts";

/** Steps of a cycle that are shown. */
const MOST_STEPS = 4;
const MOST_NAME = 60;
const MOST_TEXT = 120;
/** Characters before the first difference, so that one sees what differs. */
const BEFORE = 16;

interface Step {
  name: string;
  args: string;
}

/** For each of the loops the calls that it repeats, as elements; none for a loop in the model's text. */
export function loopCalls({ calls }: Strip, loops: readonly StripLoop[]): HTMLElement[][] {
  const steps = loops.map(({ loop }): Step[] =>
    loop.text === undefined ? calls.slice(firstStep(loop), loop.callIndex + 1).slice(0, MOST_STEPS) : [],
  );
  const shown = tellApart(steps.map((of) => of.map(({ args }) => args).join(" ")));
  return steps.map((of, at) =>
    of.map(({ name, args }, step) =>
      el(
        "span",
        { class: "step" },
        step === 0 ? "" : "→ ",
        foreign(clipped(name, MOST_NAME)),
        " ",
        el("span", { class: "quiet" }, foreign(of.length === 1 ? (shown[at] as string) : clipped(args, MOST_TEXT / 2))),
      ),
    ),
  );
}

function firstStep({ callIndex, cycleLength }: { callIndex: number; cycleLength: number }): number {
  return Math.max(0, callIndex + 1 - Math.max(1, cycleLength));
}

/** Cuts texts to a line; those that begin alike are cut at the front too. Different texts stay different. */
export function tellApart(texts: readonly string[]): string[] {
  const cut = texts.map((text, at) => {
    const common = Math.max(
      0,
      ...texts.map((other, index) => (index === at || other === text ? 0 : commonStart(text, other))),
    );
    const from = common < MOST_TEXT - BEFORE ? 0 : common - BEFORE;
    return clipped(from === 0 ? text : `…${text.slice(from).toWellFormed()}`, MOST_TEXT);
  });
  return new Set(cut).size === new Set(texts).size ? cut : [...texts];
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  for (let at = 0; at < most; at++) if (a[at] !== b[at]) return at;
  return most;
}
