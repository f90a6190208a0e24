/** What the marks of strips and cells mean, with samples. */
import { el } from "./dom.ts";

export function stripLegend(): HTMLElement {
  const sample = (kinds: readonly string[], meaning: string) =>
    el(
      "li",
      {},
      el("span", { "aria-hidden": "true" }, ...kinds.map((kind) => el("i", { class: `mark ${kind}` }))),
      meaning,
    );
  return el(
    "ul",
    { class: "legend", "aria-label": "What the strips mean" },
    el("li", { class: "intro" }, "One mark a call, in order:"),
    sample(["hue-0", "hue-1", "hue-0"], "one colour: equal calls"),
    sample(["once"], "grey: made once"),
    sample(["hue-0 lost", "hue-0 lost"], "red line: wasted in a loop"),
  );
}

export function cellLegend(severalLoops: boolean): HTMLElement {
  const sample = (kind: string, text: string, meaning: string, band = "") =>
    el(
      "li",
      {},
      el(
        "span",
        { class: `cell ${kind}`, "aria-hidden": "true" },
        text,
        band === "" ? "" : el("span", { class: "band", "data-letters": band }),
      ),
      meaning,
    );
  return el(
    "ul",
    { class: "legend" },
    sample("hue-0", "3", "equal to call 3: one number and colour"),
    sample("once", "", "made once"),
    severalLoops
      ? sample("hue-1 loop lettered", "3", "wasted in loop A", "A")
      : sample("hue-1 loop", "3", "red line: wasted in the loop"),
    sample("once failed", "", "failed"),
    sample("once joined", "", "joined: made together"),
  );
}

/** The letter of a loop, as in the strip; nothing for the only loop of a run. */
export function letterOf(letter: string): Node | string {
  return letter === "" ? "" : el("b", { class: "letter" }, el("span", { class: "unseen" }, "Loop "), letter);
}
