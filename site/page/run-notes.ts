/** What the guard would have said at each call of a run and why, in the words of `loopguard explain`. */
import {
  callLines,
  doubleNames,
  folded,
  type Paints,
  runEnd,
  shownStretches,
} from "../../lib/cli/explain/explain-text.ts";
import { type ExplainedCall, numbered } from "../../lib/cli/explain/explained-run.ts";
import { button, count, el } from "../../lib/cli/report/page/dom.ts";
import type { RunNotes } from "../../lib/cli/report/page/run-detail.ts";
import type { RunEntry } from "../../lib/cli/report/page/run-entry.ts";
import type { ScanDetection } from "../../lib/cli/scan-types.ts";
import { ACTIONS } from "../../lib/core/layout.gen.ts";
import type { Explained } from "../shared/messages.ts";

const ACTIONS_MEAN =
  "warn: the call runs, with a note to the model. hint: it is refused, and the model reads why. abort: it is refused, and the run ends.";

/** Calls that are listed at once. */
const LISTED_MAX = 500;

const plain = (text: string | number | null | undefined): string => String(text);
const PLAIN: Paints = { bold: plain, dim: plain, cyan: plain, red: plain, yellow: plain };

/** `explain`: asks for what there is to say of a run. */
export function notesOf(explain: (entry: RunEntry) => Promise<Explained>): RunNotes {
  const later = (place: HTMLElement, entry: RunEntry, fill: (explained: Explained) => readonly Node[]): HTMLElement => {
    explain(entry).then(
      (explained) => place.replaceChildren(...fill(explained)),
      (error: Error) => place.replaceChildren(`This run cannot be explained: ${error.message}`),
    );
    return place;
  };
  return {
    run: (entry, goTo) =>
      later(el("section", { class: "explained" }), entry, (explained) =>
        runNodes(explained, entry.run.detections, goTo),
      ),
    call: (entry, call) =>
      later(el("div", { class: "explained" }), entry, ({ calls }) => {
        const found = calls[call];
        return found === undefined
          ? []
          : [el("h5", {}, "What the guard would have said"), ...linesOf(found, calls, true)];
      }),
  };
}

function runNodes({ calls, total }: Explained, loops: readonly ScanDetection[], goTo: (call: number) => void): Node[] {
  const title = el("h3", {}, "What the guard would have said, and why");
  const list = el("ol", { class: "explained-calls" });
  const fill = (stretches: readonly { from: number; to: number }[], all: boolean) => {
    const items: Node[] = [];
    let next = 0;
    let listed = 0;
    for (const { from, to } of stretches) {
      if (from > next)
        items.push(el("li", { class: "quiet" }, folded(calls.slice(next, from)).replace(" (--all)", "")));
      for (const call of calls.slice(from, Math.min(to + 1, from + LISTED_MAX - listed)))
        items.push(item(call, calls, all, goTo));
      listed += to + 1 - from;
      next = to + 1;
      if (listed >= LISTED_MAX) break;
    }
    const left = total - Math.min(next, listed >= LISTED_MAX ? LISTED_MAX : next);
    if (next < calls.length && listed < LISTED_MAX)
      items.push(el("li", { class: "quiet" }, folded(calls.slice(next)).replace(" (--all)", "")));
    else if (left > 0 && listed >= LISTED_MAX)
      items.push(el("li", { class: "quiet" }, `The others: choose a call above, or loopguard explain.`));
    list.replaceChildren(...items);
  };
  fill(shownStretches(calls, loops), false);
  const more = button(
    `Show all ${count(Math.min(calls.length, LISTED_MAX))} calls, and every detector`,
    () => {
      fill([{ from: 0, to: calls.length - 1 }], true);
      more.remove();
    },
    { class: "small" },
  );
  const cut =
    total > calls.length
      ? [
          el(
            "p",
            { class: "quiet" },
            `Only the first ${count(calls.length)} of ${count(total)} calls are explained here; loopguard explain does all.`,
          ),
        ]
      : [];
  return [title, el("p", { class: "quiet" }, ACTIONS_MEAN), ...cut, list, more];
}

function item(
  call: ExplainedCall,
  calls: readonly ExplainedCall[],
  all: boolean,
  goTo: (call: number) => void,
): HTMLElement {
  const worst = ACTIONS.findLast((action) => call.said.some((one) => one.action === action)) ?? "allow";
  const ends = runEnd(calls)?.index === call.index;
  const number = button(`#${call.index + 1}`, () => goTo(call.index), {
    class: "small",
    "aria-label": `Go to call ${call.index + 1}`,
  });
  const lines = linesOf(call, calls, all);
  const [asked] = lines as [HTMLElement];
  asked.textContent = (asked.textContent ?? "").slice(numbered(call.index).length);
  asked.prepend(number);
  return el(
    "li",
    { class: `explained-call ${worst}` },
    ...lines,
    ends ? el("p", { class: "ended" }, "Here the run would have ended.") : "",
  );
}

function linesOf(call: ExplainedCall, calls: readonly ExplainedCall[], all: boolean): HTMLElement[] {
  return callLines(call, PLAIN, all, doubleNames(calls)).map((line, at) =>
    el("p", { class: at === 0 ? "asked" : classOf(line.trim()), dir: "auto" }, line.trim()),
  );
}

function classOf(line: string): string {
  if (!line.startsWith("⇒")) return "seen";
  return /^⇒ [^:]+: warn by /.test(line) ? "said warned" : "said";
}
