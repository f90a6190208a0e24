/** The accuracy page: each miss and each false alarm as a strip of its calls, equal calls in equal colours. */
import { percentOf } from "./text.mjs";

export function accuracyPage({ preset, table, runs, replays }) {
  const all = table[0];
  const cases = ["any", "blocking"].flatMap((kind) => [
    ...all[kind].missed.map(({ label }) => ({ kind, what: "missed", label })),
    ...all[kind].wrong.map(({ label, firing }) => ({ kind, what: "false alarm", label, firing })),
  ]);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>loopguard accuracy: ${escapeHtml(preset)}</title>
<style>
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
td, th { padding: 0.2rem 0.7rem; text-align: right; } td:first-child, th:first-child { text-align: left; }
.strip { display: flex; flex-wrap: wrap; gap: 2px; } .strip span { width: 1.1rem; height: 1.1rem; border-radius: 2px; }
.stuck { outline: 2px solid CanvasText; } .fired { outline: 3px solid red; } .failed { opacity: 0.6; }
</style>
<h1>Accuracy of the preset "${escapeHtml(preset)}"</h1>
<table><tr><th>runs</th><th>sample</th><th>first refusals that were news</th><th>redundant calls saved</th><th>any: recall</th><th>precision</th><th>blocking: recall</th><th>precision</th></tr>
${table.map(tableRow).join("\n")}</table>
<p>Below, each run is a strip of its calls; equal calls with equal results have one colour, failed calls are paler. A
black frame marks where the run was stuck by its label, a red one where the guard fired.</p>
${cases.map((item) => caseSection(item, runs.get(item.label.id), replays.get(item.label.id))).join("\n")}
</html>
`;
}

function tableRow({ name, sample, regret, any, blocking }) {
  const cells = [
    sample,
    percentOf(regret.firstNews, regret.first),
    percentOf(regret.saved, regret.redundant),
    ...[any, blocking].flatMap(({ right, stuck, fired }) => [percentOf(right, stuck), percentOf(right, fired)]),
  ];
  return `<tr><td>${escapeHtml(name)}</td>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}

function caseSection({ kind, what, label, firing }, run) {
  const colours = new Map();
  const squares = run.calls.map((call, index) => {
    const key = JSON.stringify([call.name, call.args, call.result]);
    if (!colours.has(key)) colours.set(key, (colours.size * 137.508) % 360);
    const classes = [
      call.error ? "failed" : "",
      label.stuck && index === label.first_stuck_call ? "stuck" : "",
      firing?.index === index ? "fired" : "",
    ];
    const title = `${index} ${call.name} ${JSON.stringify(call.args)}`.slice(0, 300);
    return `<span class="${classes.join(" ").trim()}" style="background:hsl(${colours.get(key)} 60% 60%)" title="${escapeHtml(title)}"></span>`;
  });
  const found = firing === undefined ? "" : ` (${firing.detection.detector} at call ${firing.index}, ${firing.action})`;
  return `<h2>${kind}: ${what}${escapeHtml(found)}</h2><p>${escapeHtml(label.id)}: ${escapeHtml(label.why)}</p><div class="strip">${squares.join("")}</div>`;
}

function escapeHtml(text) {
  return String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
}
