/**
 * The slow, obvious form of what `delegation` finds. It keeps everything that ever happened in a tree of runs, texts and all,
 * and looks through it anew for each delegation.
 */

/** What happened in the runs of one root, in order. */
export type Happening =
  /** A call came back in a run. */
  | { type: "call"; run: number; call: string; result: string; mutates: boolean }
  /** An agent was let work. */
  | { type: "delegated"; run: number; agent: string; task: string | undefined; handoff: boolean }
  /** An agent was not let work. */
  | { type: "refused" }
  /** A run with a parent began. */
  | { type: "child" }
  /** A user spoke to the run, or it was reset. */
  | { type: "begin"; run: number };

type Delegated = Extract<Happening, { type: "delegated" }>;

export interface Tree {
  /** Of each run, its parent's place; the root is the first, and has none. */
  readonly parents: (number | undefined)[];
  readonly happened: Happening[];
}

export interface Asked {
  run: number;
  agent: string;
  task: string | undefined;
  handoff: boolean;
}

export interface Answer {
  kind: "depth" | "same_task" | "handoff";
  count: number;
  depth: number;
  pattern: string[];
}

const LONGEST_ROUND = 8;

export function depthOf({ parents }: Tree, run: number): number {
  const parent = parents[run];
  return parent === undefined ? 0 : 1 + depthOf({ parents, happened: [] }, parent);
}

/** What a delegation is part of; `undefined`: of nothing. */
export function delegationOracle(tree: Tree, asked: Asked, limit: number, threshold: number): Answer | undefined {
  const depth = depthOf(tree, asked.run);
  if (!asked.handoff && depth + 1 > limit)
    return { kind: "depth", count: depth + 1, depth: depth + 1, pattern: [asked.agent] };
  const own = sinceNews(tree, asked.run).filter(
    (one) => one.type === "delegated" && one.run === asked.run,
  ) as Delegated[];
  if (asked.task !== undefined) {
    const count = own.filter(({ agent, task }) => agent === asked.agent && task === asked.task).length + 1;
    if (count >= threshold) return { kind: "same_task", count, depth, pattern: [asked.agent] };
  }
  if (!asked.handoff) return undefined;
  const handoffs = [...own.filter(({ handoff }) => handoff), asked];
  const names = handoffs.map(({ agent, task }) => JSON.stringify([agent, task ?? null]));
  for (let length = 2; length <= LONGEST_ROUND; length++) {
    const block = names.slice(-length);
    let count = 0;
    while (names.slice(names.length - (count + 1) * length, names.length - count * length).join() === block.join())
      count++;
    // A slice that begins before the first handoff is empty or too short, and then equals no block.
    const pattern = handoffs.slice(-length).map(({ agent }) => agent);
    if (count >= threshold && new Set(pattern).size > 1) return { kind: "handoff", count, depth, pattern };
  }
  return undefined;
}

/** What happened since anything was new to the runs of the tree, and since the run began anew. */
function sinceNews({ happened, parents }: Tree, run: number): Happening[] {
  const first = happened.findIndex(({ type }) => type === "delegated" || type === "refused" || type === "child");
  let start = 0;
  happened.forEach((one, at) => {
    if (one.type === "begin" && (one.run === run || parents[one.run] === undefined)) start = at + 1;
    if (one.type !== "call") return;
    // The runs are not looked at before some agent of them delegates, or has a child.
    const before = first === -1 ? [] : happened.slice(first, at);
    const known = before.some(
      (other) => other.type === "call" && other.call === one.call && other.result === one.result,
    );
    if (one.mutates || !known) start = at + 1;
  });
  return happened.slice(start);
}
