/** The first part of the demo: runs of real models, reduced to facts, that people read and called stuck or healthy. */
import { backend } from "loopguard";
import { isUnmade, replay, savedTokens } from "./replay.mjs";
import { paint, STRIP, strip, WIDTH, wrapped } from "./strips.mjs";
import { cell, number } from "./text.mjs";

/** Healthy runs that are drawn: those that look most like loops. */
const DRAWN_HEALTHY = 3;
const NAME = 20;

export async function showRealRuns(runs) {
  const begin = performance.now();
  const replays = [];
  for (const run of runs) replays.push(await judged(run));
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);

  const stuck = replays.filter(({ run }) => run.stuck);
  const healthy = replays.filter(({ run }) => !run.stuck);
  const refused = stuck.filter(({ judged }) => judged === "refused").sort((a, b) => b.saved - a.saved);
  const warned = stuck.filter(({ judged }) => judged === "warned");
  const unseen = stuck.filter(({ judged }) => judged === "unseen");

  console.log(`${introduction(runs, stuck, healthy)}

${heading(`Stuck, and refused or stopped: ${refused.length} runs`)}
${refused.map(drawn).join("\n")}

The model of the first would have read this in place of the result,
at its first x:
${wrapped(messageOf(refused[0], "refused"), "  ")}

${heading(`Stuck, and only warned: ${warned.length} runs`)}
${wrapped("The evidence was weak: one result again although other calls had brought news, or different calls with one error.")}
${warned.map(drawn).join("\n")}

The model of the first would have read this below the result, at its first !:
${wrapped(messageOf(warned[0], "warned"), "  ")}

${heading(`Stuck, and not seen: ${unseen.length} runs`)}
${unseen.map(drawn).join("\n")}

${heading(`Healthy, though they repeat calls: ${DRAWN_HEALTHY} of ${healthy.length} runs`)}
${mostRepetitive(healthy).map(drawn).join("\n")}

${heading("All runs")}
${table([
  ["", "runs", "refused", "warned", "untouched", "calls", "not made", "tokens saved"],
  row("stuck", stuck),
  row("healthy", healthy),
])}

${honestly(refused, healthy)}
${number(runs.reduce((sum, { calls }) => sum + calls.length, 0))} calls in ${seconds} s`);
}

// ---- judging --------------------------------------------------------------------------------------------------------

async function judged(run) {
  const { fates } = await replay(run);
  const has = (...wanted) => fates.some(({ fate }) => wanted.includes(fate));
  return {
    run,
    fates,
    judged: has("refused", "stopped") ? "refused" : has("warned") ? "warned" : "unseen",
    unmade: fates.filter(({ fate }) => fate === "refused" || isUnmade(fate)).length,
    saved: savedTokens(run, fates),
  };
}

/** Refused calls that, as recorded, gave what the same call had not given before: they should have run. */
function wronglyRefused({ run, fates }) {
  const given = new Set();
  return run.calls.filter((call, i) => {
    const came = JSON.stringify([call.name, call.args, call.result, call.error]);
    const isNew = !given.has(came);
    given.add(came);
    return isNew && fates[i].fate === "refused";
  }).length;
}

/** Those with the most calls that were made before, of the ones that fit into a strip. */
function mostRepetitive(replays) {
  const repeated = ({ run: { calls } }) =>
    calls.length - new Set(calls.map(({ name, args }) => JSON.stringify([name, args]))).size;
  const short = replays.filter(({ run, judged }) => run.calls.length <= STRIP && judged === "unseen");
  return short.sort((a, b) => repeated(b) - repeated(a)).slice(0, DRAWN_HEALTHY);
}

function messageOf({ fates }, wanted) {
  return fates.find(({ fate }) => fate === wanted).message;
}

// ---- showing --------------------------------------------------------------------------------------------------------

function introduction(runs, stuck, healthy) {
  const licences = [...new Set(runs.map(({ license }) => license))].sort().join(", ");
  const sources = new Set(runs.map(({ source }) => source)).size;
  const text = `These are ${runs.length} runs that real models made, recorded by others and published by ${sources} \
sources (${licences}). They are reduced to facts: which calls and which results were equal, how long they were, which \
failed. None of their texts is here; examples/runs/README.md names sources, models and licences. Each run was read by \
hand: ${stuck.length} are stuck, ${healthy.length} healthy. Most of the stuck ones are of models of 2023-24, and the \
preset was chosen with these runs known: expect less on yours.`;
  return `Recorded runs through a ToolExecutor with { loopDetection: true }
on the ${backend} backend

${wrapped(text)}

A letter is a call, equal letters are equal calls. Below it:
  ${paint("!", "!")} it ran, with a warning in its result      ${paint("x", "x")} refused: the model reads a hint
  ${paint("X", "X")} the run was stopped here                  ${paint("-", "-")} not made any more`;
}

/** Two lines for each piece of the strip: the calls and what became of them; in front source and model, at the end what was saved. */
function drawn({ run, fates, unmade, saved }) {
  const front = [run.source, run.model ?? "(model not stated)"];
  const end = unmade === 0 ? [] : [`${unmade} of ${run.calls.length} calls`, `~${number(saved)} tokens`];
  return strip(run, fates)
    .flatMap((lines, piece) =>
      lines.map(({ text, length }, i) => {
        const last = piece === 0 ? (end[i] ?? "") : "";
        const gap = last === "" ? "" : " ".repeat(STRIP - length + 2);
        return `${cell(piece === 0 ? front[i] : "", NAME)}  ${text}${gap}${last}`.trimEnd();
      }),
    )
    .join("\n");
}

function heading(text) {
  return `${text}\n${"-".repeat(WIDTH)}`;
}

function row(name, replays) {
  const count = (wanted) => replays.filter(({ judged }) => judged === wanted).length;
  const sum = (key) => replays.reduce((all, one) => all + key(one), 0);
  const counts = [replays.length, count("refused"), count("warned"), count("unseen")];
  return [name, ...counts, sum(({ run }) => run.calls.length), sum((one) => one.unmade), sum((one) => one.saved)].map(
    (value) => (typeof value === "number" ? number(value) : value),
  );
}

function table(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((cells) => cells[i].length)));
  const text = (cells) =>
    cells.map((value, i) => (i === 0 ? value.padEnd(widths[i]) : value.padStart(widths[i]))).join("  ");
  return rows.map(text).join("\n");
}

function honestly(refused, healthy) {
  const wrong = refused.reduce((sum, one) => sum + wronglyRefused(one), 0);
  const calls = refused.reduce((sum, { fates }) => sum + fates.filter(({ fate }) => fate === "refused").length, 0);
  const touched = healthy.filter(({ judged }) => judged === "refused").length;
  return wrapped(`Of the ${calls} refused calls, as recorded, ${calls - wrong} gave nothing new and \
${wrong} did. Of the ${healthy.length} healthy runs ${touched === 0 ? "none" : touched} had a call refused. A token is four characters. A \
refused call saves its result; a stopped run saves the rest of its calls, and what the model would have read again before \
each. The hints, some 60 tokens each, are not subtracted. After a refusal the recorded run goes on as it did; a live \
model would have read the hint.`);
}
