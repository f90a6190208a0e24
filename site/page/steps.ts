/** "Step by step": the rule, one call at a time. */

import { isNear, runEnd } from "../../lib/cli/explain/explain-text.ts";
import type { CallVerdict, ExplainedCall, Sighting } from "../../lib/cli/explain/explained-run.ts";
import { byId, el } from "../../lib/cli/report/page/dom.ts";
import { WOULD_HAVE } from "../../lib/cli/scan/totals-text.ts";
import type { Step, Stepped } from "../shared/messages.ts";
import type { Settings } from "../shared/settings.ts";
import type { Engine } from "./engine.ts";

const BUTTONS: readonly Step[] = ["same", "other", "new", "wait"];
/** Presses that are kept: a run of this page need not be long. */
const STEPS_MAX = 200;

/** Gives a function that takes new settings. */
export function setUpSteps(engine: Engine): (settings: Settings) => void {
  const waits = byId("waits") as HTMLInputElement;
  const list = byId("step-list");
  const said = byId("step-said");
  let steps: Step[] = [];
  let current: Settings | undefined;

  const ask = () => {
    if (current === undefined) return;
    if (steps.length === 0) {
      show({ calls: [], minutes: [], reads: [] });
      return;
    }
    engine.ask({ kind: "steps", steps, waits: waits.checked, settings: current }, (answer) => {
      if (answer.kind === "stepped") show(answer);
      else if (answer.kind === "failed") {
        said.textContent = answer.message;
        list.replaceChildren(el("li", { class: "note" }, answer.message));
      }
    });
  };
  const show = ({ calls, minutes, reads }: Stepped) => {
    const end = runEnd(calls);
    // What was pressed after the end did not happen.
    const shown = end === undefined ? calls : calls.slice(0, end.index + 1);
    list.replaceChildren(...shown.map((call, at) => item(call, minutes[at] as number, reads[at] as string)));
    const waiting = steps.length - steps.findLastIndex((step) => step !== "wait") - 1;
    if (waiting > 0 && end === undefined) list.append(el("li", { class: "waited" }, `${waiting} min pass`));
    for (const step of BUTTONS) (byId(`step-${step}`) as HTMLButtonElement).disabled = end !== undefined;
    const last = shown.at(-1);
    said.textContent = last === undefined ? "" : `Call ${last.index + 1}: ${verdictOf(last).words}.`;
    list.scrollTop = list.scrollHeight;
  };

  for (const step of BUTTONS)
    byId(`step-${step}`).addEventListener("click", () => {
      if (steps.length < STEPS_MAX) steps.push(step);
      ask();
    });
  waits.addEventListener("change", ask);
  byId("step-again").addEventListener("click", () => {
    steps = [];
    ask();
  });
  return (settings) => {
    current = settings;
    if (steps.length > 0) ask();
  };
}

/** The most severe thing said of the call. */
function verdictOf({ said }: ExplainedCall): { kind: string; words: string; said?: CallVerdict } {
  const last = said.findLast(({ action }) => action !== "allow") ?? said.at(-1);
  if (last === undefined || last.action === "allow") return { kind: "allow", words: "allowed" };
  return {
    kind: last.action,
    words: WOULD_HAVE[last.action] === "ended" ? "the run is ended" : WOULD_HAVE[last.action],
    said: last,
  };
}

/** The detector that decided, or the one that is nearest to it. */
function reasonOf(call: ExplainedCall): Sighting | undefined {
  const near = call.sightings.filter((seen) => isNear(seen, call));
  return near.find(({ fired }) => fired) ?? near.sort((a, b) => b.count / b.needed - a.count / a.needed)[0];
}

function item(call: ExplainedCall, minutes: number, read: string): HTMLElement {
  const { kind, words, said } = verdictOf(call);
  const reason = reasonOf(call);
  const refused = kind !== "allow" && kind !== "warn";
  return el(
    "li",
    { class: `step ${kind}` },
    el(
      "div",
      { class: "what" },
      el("b", {}, `#${call.index + 1} `),
      el("code", {}, `${call.name} ${call.args}`),
      el("span", { class: "quiet" }, ` at ${minutes.toFixed(1)} min`),
    ),
    refused ? "" : el("div", { class: "came" }, `→ ${read}`),
    el(
      "div",
      {},
      el("span", { class: `verdict ${kind}` }, words),
      said === undefined ? "" : el("span", { class: "quiet" }, ` ${refused ? read : said.message}`),
    ),
    reason === undefined
      ? ""
      : el("div", { class: "quiet why" }, `${reason.detector}, ${reason.count} of ${reason.needed}: ${reason.why}`),
  );
}
