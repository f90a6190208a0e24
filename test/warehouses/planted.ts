/** Runs with loops planted in some of them, as rows of a table of tool calls. */

export interface Call {
  run: string;
  tool: string;
  /** JSON text, or a plain text as some frameworks record it. */
  arguments: string;
  result: string;
  failed: boolean;
  /** Milliseconds since 1970. */
  time: number;
  /** Sixteen hexadecimal digits. */
  id: string;
}

/** A sequence that is the same everywhere. */
function sequence(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const TOOLS = ["search", "read_file", "run tests", "fetch'\"\\`;--", "résumé 🔁"];
/** Not at the turn of a second: times in nanoseconds lose some to rounding. */
const START = Date.UTC(2026, 10, 1) + 25;

/** Every seventh run repeats a call ten times, and every eleventh fails the same way; the others have nothing to find. */
export function* planted(runs: number): Generator<Call> {
  const next = sequence(18);
  let count = 0;
  for (let index = 0; index < runs; index++) {
    const run = index.toString(16).padStart(32, "0");
    const call = (tool: string, args: string, result: string, failed = false): Call => ({
      run,
      tool,
      arguments: args,
      result,
      failed,
      time: START + index * 60_000 + (count % 1_000) * 50,
      id: (++count).toString(16).padStart(16, "0"),
    });
    const steps = 4 + next(8);
    for (let step = 0; step < steps; step++)
      yield call(
        TOOLS[next(TOOLS.length)] as string,
        JSON.stringify({ query: `q${next(1 << 30)}`, path: `src/${step}.ts` }),
        `found ${next(1 << 30)} lines in "${step}"\n\tand é more`,
      );
    const [tool, path] = [TOOLS[index % TOOLS.length] as string, `src/${index % 13}.ts`];
    if (index % 7 === 0)
      for (let step = 0; step < 10; step++) yield call(tool, JSON.stringify({ path }), `the text of ${path}`);
    else if (index % 11 === 0)
      for (let step = 0; step < 10; step++) yield call(tool, `not JSON ${path}`, "no such file", true);
  }
}

export const plantedLoops = (runs: number): number =>
  Array.from({ length: runs }, (_, index) => index).filter((index) => index % 7 === 0 || index % 11 === 0).length;
