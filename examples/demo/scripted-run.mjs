/** The second part of the demo: one run of a scripted model, with its texts, which are ours. */
import { isUnmade, replay } from "./replay.mjs";
import { MARKS, paint, WIDTH, wrapped } from "./strips.mjs";
import { oneLine } from "./text.mjs";

const INDENT = " ".repeat(6);

export async function showScriptedRun(run) {
  const { fates } = await replay(run);
  const said = new Set();
  const made = run.calls.filter((_, i) => fates[i].fate !== "unmade");
  const count = (wanted) => fates.filter(wanted).length;
  console.log(`
One scripted run, with its texts: no model made it, and the texts are ours
${"-".repeat(WIDTH)}
${made.map((call, i) => shown(call, i + 1, fates[i], said)).join("\n")}
${INDENT}Of ${run.calls.length} calls, ${count(({ fate }) => fate === "refused")} were refused and \
${count(({ fate }) => isUnmade(fate))} not made, since the run ended.`);
}

function shown(call, place, { fate, message }, said) {
  const room = WIDTH - INDENT.length;
  const lines = [`${String(place).padStart(4)}  ${oneLine(`${call.name} ${JSON.stringify(call.args)}`, room)}`];
  if (fate === "ran" || fate === "warned") lines.push(`${INDENT}-> ${oneLine(call.result, room - 3)}`);
  if (fate !== "ran") lines.push(paint(MARKS[fate], wrapped(`${fate}: ${news(message, said)}`, INDENT)));
  return lines.join("\n");
}

/** The message; where all behind its first sentence was said before, that sentence. */
function news(message, said) {
  const [first] = message.split(". ");
  const rest = message.slice(first.length);
  const isKnown = said.has(rest);
  said.add(rest);
  return isKnown && rest !== "" ? `${first}. …` : message;
}
