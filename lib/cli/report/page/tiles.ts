/** The totals as tiles: the more one says about what was lost, the larger it is. */
import { CURRENCY, isNothing } from "../../money.ts";
import { costText, wastedTokens } from "../../scan/totals-text.ts";
import type { PageReport } from "../page-data.ts";
import { el } from "./dom.ts";
import { count, percent, short } from "./format.ts";

type Weight = "heavy" | "middle" | "light";

export function tiles({ totals, price, cachedPrice }: PageReport): HTMLElement {
  const { runs, runsWithLoops, calls, wastedCalls, wastedCost, unbilledRuns = 0 } = totals;
  const tokens = totals.tokens + (totals.resentTokens ?? 0);
  const lostTokens = wastedTokens(totals);
  const about = (value: number) => (unbilledRuns > 0 ? `about ${short(value)}` : short(value));
  const tile = (weight: Weight, name: string, value: string, note: string, part = 0, whole = 0) =>
    el(
      "div",
      { class: weight },
      el("dt", {}, name),
      el(
        "dd",
        {},
        el("strong", {}, value),
        note === "" ? "" : el("span", {}, note),
        ...(whole > 0 ? [shareOf(part, whole)] : []),
      ),
    );
  const lost = (weight: Weight, name: string, show: (value: number) => string, part: number, whole: number) =>
    tile(weight, name, show(part), `${percent(part, whole)} of ${show(whole)}`, part, whole);
  if (runsWithLoops === 0)
    return el(
      "dl",
      { class: "figures plain" },
      tile("light", "Runs", count(runs), ""),
      tile("light", "Calls", count(calls), ""),
      tile("light", "Tokens", about(tokens), ""),
    );
  const shown = [
    lost("heavy", "Tokens wasted", about, lostTokens, tokens),
    lost("middle", "Calls wasted", count, wastedCalls, calls),
    lost("light", "Runs with loops", count, runsWithLoops, runs),
  ];
  if (wastedCost !== undefined) {
    // Money says most, unless it is none.
    const most = !isNothing(wastedCost);
    if (most) shown[0]?.classList.replace("heavy", "middle");
    const cached = cachedPrice === undefined ? "" : `, ${cachedPrice} from a cache`;
    const note = price === undefined ? "" : `at ${price} ${totals.currency ?? CURRENCY} per million${cached}`;
    const own = tile(most ? "heavy" : "light", "Cost wasted", costText(wastedCost, totals), note, lostTokens, tokens);
    shown.splice(most ? 0 : shown.length, 0, own);
  }
  return el("dl", { class: "figures" }, ...shown);
}

function shareOf(part: number, whole: number): HTMLElement {
  const bar = el("i", { class: "bar" });
  bar.style.width = `${(part / whole) * 100}%`;
  return el("i", { class: "share", "aria-hidden": "true" }, bar);
}
