/** What the guard would have saved: by the times of the record, and without a clock. */

import { count, el, table } from "../../lib/cli/report/page/dom.ts";
import type { RunEntry } from "../../lib/cli/report/page/run-entry.ts";
import { costOf, money, type Pricing } from "../../lib/cli/scan/totals-text.ts";
import type { Saved } from "../../lib/cli/scan-types.ts";
import type { TimedPageRun } from "../shared/messages.ts";

interface Sum {
  calls: number;
  tokens: number;
  cached: number;
  ms: number;
}

function sumOf(
  entries: readonly RunEntry[],
  saved: (entry: RunEntry) => Saved | null | undefined,
  ms: (entry: RunEntry) => number,
): Sum {
  const sum: Sum = { calls: 0, tokens: 0, cached: 0, ms: 0 };
  for (const entry of entries) {
    const { calls = 0, tokens = 0, cachedTokens = 0 } = saved(entry) ?? {};
    sum.calls += calls;
    sum.tokens += tokens;
    sum.cached += cachedTokens;
    sum.ms += ms(entry);
  }
  return sum;
}

/** A trace without times is judged without a clock, so that both columns would say the same. */
export function savedTable(entries: readonly RunEntry[], pricing: Pricing): HTMLElement {
  const timed = entries.filter(({ run }) => run.savedWithoutClock !== undefined);
  const clock = sumOf(
    entries,
    ({ run }) => run.saved,
    ({ run }) => (run as TimedPageRun).savedMs.clock,
  );
  const none = sumOf(
    entries,
    ({ run }) => (run.savedWithoutClock === undefined ? run.saved : run.savedWithoutClock),
    ({ run }) => (run as TimedPageRun).savedMs.none,
  );
  const columns = timed.length === 0 ? [none] : [clock, none];
  const about = entries.some(({ run }) => run.billed === false) ? "about " : "";
  const row = (name: string, text: (sum: Sum) => string) =>
    el("tr", {}, el("th", { scope: "row" }, name), ...columns.map((sum) => el("td", { class: "number" }, text(sum))));
  const rows = [
    row("Calls", ({ calls }) => count(calls)),
    row("Tokens", ({ tokens }) => `${tokens > 0 ? about : ""}${count(tokens)}`),
    row("Money", ({ tokens, cached }) => money(costOf(tokens, cached, pricing), pricing.currency)),
    row("Minutes", ({ ms }) => (timed.length === 0 ? "unknown: the trace has no times" : (ms / 60_000).toFixed(1))),
  ];
  const heads = timed.length === 0 ? ["Saved", "By this guard"] : ["Saved", "By the record's times", "Without a clock"];
  return el(
    "section",
    { "aria-labelledby": "saved-title" },
    el("p", { class: "next" }, el("a", { href: "#copy" }, "What to paste for this guard")),
    el("h3", { id: "saved-title" }, "What the guard would have saved"),
    table("saved", heads, rows, [1, 2]),
  );
}
