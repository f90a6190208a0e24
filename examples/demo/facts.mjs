/**
 * Runs that were reduced to facts, as `scripts/reduce-runs.mjs` writes them: which calls were equal, which results, and how
 * long they were. Here they become runs again, with texts of ours that a guard judges as it judges the recorded ones.
 */

/** What a result is to a guard, beside its equality to others. */
export const MARKS = { failed: "f", passing: "p", empty: "e", acknowledged: "a" };

/** Digits as letters: a guard takes numbers and hexadecimal ids in results for no news. */
export function letters(hex) {
  return [...hex].map((digit) => String.fromCharCode("g".charCodeAt(0) + Number.parseInt(digit, 16))).join("");
}

export function isReduced(run) {
  return Array.isArray(run.tools);
}

export function restored({ tools, calls, ...run }) {
  return { ...run, calls: calls.map((call) => restoredCall(tools, call)) };
}

function restoredCall(tools, [tool, args, result, batch, args_len, result_len, marks = ""]) {
  return {
    name: tools[tool],
    args: { given: letters(args.toString(16)) },
    result: resultText(`result ${letters(result.toString(16))}`, marks),
    ...(marks.includes(MARKS.failed) && { error: true }),
    batch,
    args_len,
    result_len,
  };
}

function resultText(text, marks) {
  if (marks.includes(MARKS.empty)) return "";
  if (marks.includes(MARKS.acknowledged)) return "OK";
  return marks.includes(MARKS.passing) ? `${text}: try again later` : text;
}
