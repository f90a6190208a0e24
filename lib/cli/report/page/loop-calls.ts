/** What a loop called, short enough for a line, and so that the loops of one run differ where they can. */
import { el, foreign } from "./dom.ts";
import { clipped } from "./format.ts";
import type { Strip, StripLoop } from "./strip.ts";

/** Steps of a cycle that are shown. */
const MOST_STEPS = 4;
const MOST_NAME = 60;
/** Characters before the first difference, so that one sees what differs. */
const BEFORE = 8;

/** Characters of the arguments: of those that are shown, and at the front of those that are surely in sight. */
export interface Room {
  most: number;
  sure: number;
}

/** For each of the loops what it calls, as elements: `read → edit {"path":…} {"path":…}`; none for a loop in the model's text. */
export function loopCalls({ calls }: Strip, loops: readonly StripLoop[], room: Room): HTMLElement[][] {
  const steps = loops.map(({ loop }) =>
    loop.text === undefined ? calls.slice(firstStep(loop), loop.callIndex + 1).slice(0, MOST_STEPS) : [],
  );
  const args = tellApart(
    steps.map((of) => of.map((step) => step.args).join(" ")),
    room,
  );
  return steps.map((of, at) => {
    if (of.length === 0) return [];
    const names = of.flatMap(({ name }, step) => [step === 0 ? "" : " → ", foreign(clipped(name, MOST_NAME))]);
    return [el("span", {}, ...names, " "), el("span", { class: "quiet" }, foreign(args[at] as string))];
  });
}

function firstStep({ callIndex, cycleLength }: { callIndex: number; cycleLength: number }): number {
  return Math.max(0, callIndex + 1 - Math.max(1, cycleLength));
}

/** Cuts texts to a line; those that begin alike are cut at the front too. Different texts stay different. */
export function tellApart(texts: readonly string[], { most, sure }: Room): string[] {
  const cut = texts.map((text, at) => {
    const common = Math.max(
      0,
      ...texts.map((other, index) => (index === at || other === text ? 0 : commonStart(text, other))),
    );
    const from = common < sure ? 0 : Math.max(0, common - BEFORE);
    return clipped(from === 0 ? text : `…${text.slice(from).toWellFormed()}`, most);
  });
  return new Set(cut).size === new Set(texts).size ? cut : [...texts];
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  for (let at = 0; at < most; at++) if (a[at] !== b[at]) return at;
  return most;
}
