import { button, el, foreign } from "./dom.ts";
import { clipped, count } from "./format.ts";
import type { Strip } from "./strip.ts";

const MOST_EQUAL = 12;
/** The name is a heading here, so a long one is cut. */
const MOST_NAME = 200;

/** `goTo` is called with the index of another call to show; `link` leads to this one. */
export function callPanel(strip: Strip, call: number, link: string, goTo: (call: number) => void): HTMLElement {
  const { name, args, result, error, round } = strip.calls[call]!;
  const together = strip.calls.filter((other) => other.round === round).length;
  const facts = el("ul", { class: "facts" });
  const fact = (...children: (Node | string)[]) => facts.append(el("li", {}, ...children));
  if (error) fact(el("strong", {}, "Failed"));
  if (together > 1) fact(`One of ${count(together)} calls made together`);
  const set = strip.equal[call];
  if (set === undefined) fact("No call of this run is equal to it");
  else fact("Equal calls: ", ...otherCalls(set.calls, call, goTo));
  for (const { letter, loop } of strip.loops[call]!)
    fact(
      el("strong", {}, letter === "" ? "In a loop: " : `In loop ${letter}: `),
      foreign(clipped(loop.detector, MOST_NAME)),
    );
  return el(
    "section",
    { class: "call", "aria-label": "The chosen call" },
    el("h4", {}, `Call ${count(call + 1)}: `, foreign(clipped(name, MOST_NAME))),
    facts,
    text("Arguments", args),
    text("Result", result),
    el("p", { class: "quiet" }, el("a", { href: link }, "Link to this call")),
  );
}

/** The nearest of the equal calls, since there may be thousands. */
function otherCalls(calls: readonly number[], call: number, goTo: (call: number) => void): (Node | string)[] {
  const at = calls.indexOf(call);
  const from = Math.max(0, Math.min(at - MOST_EQUAL / 2, calls.length - MOST_EQUAL));
  const near = calls.slice(from, from + MOST_EQUAL);
  const left = calls.length - near.length;
  const nodes: (Node | string)[] = near.map((other) =>
    other === call
      ? el("strong", { class: "here" }, count(other + 1))
      : button(count(other + 1), () => goTo(other), { class: "small", "aria-label": `Go to call ${other + 1}` }),
  );
  return left === 0 ? nodes : [...nodes, ` and ${count(left)} more`];
}

function text(title: string, content: string): HTMLElement {
  // It may need scrolling, so it must be reachable by keyboard.
  const body = el("pre", { tabindex: 0, role: "group", "aria-label": title, dir: "auto" }, content);
  if (content === "") body.replaceChildren(el("span", { class: "quiet" }, "(nothing)"));
  return el("div", {}, el("h5", {}, title), body);
}
