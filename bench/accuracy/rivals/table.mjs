/** The comparison as Markdown. */
import { markdown, once, rate } from "../markdown.mjs";
import { percentOf } from "../text.mjs";

const perThousand = ({ warned, healthy }) => (healthy === 0 ? "-" : ((1000 * warned) / healthy).toFixed(1));

export function rivalsSection({ clocks, rows }, { runs, calls }) {
  const heads = [
    "rule",
    "driven as",
    "first refusals that were news",
    "refused calls that were news",
    "redundant calls saved",
    "warnings per 1,000 healthy calls",
    "µs a call",
  ];
  const cells = ({ name, how, results, microseconds }) => [
    name,
    how,
    once(results, ({ regret: r }) => rate(r.firstNews, r.first)),
    once(results, ({ regret: r }) => percentOf(r.news, r.refused)),
    once(results, ({ regret: r }) => percentOf(r.saved, r.redundant)),
    once(results, perThousand),
    microseconds.toFixed(1),
  ];
  const number = (value) => value.toLocaleString("en-US");
  const { redundant } = rows[0].results[0].regret;
  const head = `${number(runs)} runs, ${number(calls)} calls, ${number(redundant)} of them redundant. Where two figures stand, they are ${clocks.join(" / ")}.`;
  return `${head}\n\n${markdown(heads, rows.map(cells))}`;
}

/** A few of them in a line each, at the pace of an agent. */
export function readmeSection({ rows }, places) {
  const line = ({ name, results: [, { regret: r }] }) =>
    `- ${name}: ${rate(r.firstNews, r.first)}, ${percentOf(r.saved, r.redundant)}`;
  return places.map((place) => line(rows[place])).join("\n");
}
