/** From replays and labels to rates. */
import { charactersFrom } from "./replay.mjs";

/** Wilson's 95 % interval of a proportion. */
export function wilson(hits, total) {
  if (total === 0) return [0, 1];
  const z = 1.959964;
  const p = hits / total;
  const centre = p + (z * z) / (2 * total);
  const spread = z * Math.sqrt((p * (1 - p)) / total + (z * z) / (4 * total * total));
  const scale = 1 + (z * z) / total;
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
}

/**
 * Scores labelled runs for `kind`, "any" or "blocking". A firing at or after `first_stuck_call` of a stuck run is right;
 * one before it, and one in a healthy run, is wrong.
 */
export function score(labels, runs, replays, kind) {
  const result = {
    stuck: 0,
    healthy: 0,
    right: 0,
    early: 0,
    missed: [],
    wrong: [],
    delays: [],
    callsSaved: 0,
    tokensSaved: 0,
  };
  for (const label of labels) {
    const run = runs.get(label.id);
    const firing = replays.get(label.id)[kind];
    if (!label.stuck) {
      result.healthy++;
      if (firing !== undefined) result.wrong.push({ label, firing });
      continue;
    }
    result.stuck++;
    if (firing === undefined) result.missed.push({ label });
    else if (firing.index < label.first_stuck_call) {
      result.early++;
      result.wrong.push({ label, firing });
    } else {
      result.right++;
      result.delays.push(firing.index - label.first_stuck_call);
      result.callsSaved += run.calls.length - firing.index;
      result.tokensSaved += Math.round(charactersFrom(run, firing.index) / 4);
    }
  }
  result.delays.sort((a, b) => a - b);
  const fired = result.right + result.wrong.length;
  return {
    ...result,
    fired,
    recall: result.stuck === 0 ? undefined : result.right / result.stuck,
    recallInterval: wilson(result.right, result.stuck),
    precision: fired === 0 ? undefined : result.right / fired,
    precisionInterval: wilson(result.right, fired),
    disturbed: result.wrong.length - result.early,
    delay: result.delays[Math.floor(result.delays.length / 2)],
  };
}

/** Unlabelled runs in which `kind` fired. */
export function firedUnlabelled(labels, runs, replays, kind, wanted) {
  const labelled = new Set(labels.map((label) => label.id));
  const considered = [...runs.values()].filter((run) => wanted(run) && !labelled.has(run.id));
  const fired = considered.filter((run) => replays.get(run.id)[kind] !== undefined);
  return { total: considered.length, fired };
}
