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
  /** A run with a parent began; `agent`: who works in it, if that was said. */
  | { type: "child"; run: number; agent: string | undefined }
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
  kind: "depth" | "same_task" | "handoff" | "circle";
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
  if (!asked.handoff) return circleOf(tree, asked, depth, threshold);
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

/** The runs around this one that were started for the same task, nothing being new since. */
function circleOf(tree: Tree, { run, agent, task }: Asked, depth: number, threshold: number): Answer | undefined {
  const news = sinceNews(tree, undefined).length;
  const around: number[] = [];
  for (let at: number | undefined = run; at !== undefined; at = tree.parents[at]) around.push(at);
  const same = around.filter((at) => {
    const given = startOf(tree, at);
    const isSame = given?.agent === agent && given.task === task && task !== undefined;
    return isSame && tree.happened.length - tree.happened.indexOf(given) <= news;
  });
  const count = same.length + 1;
  if (same.length === 0 || count < threshold) return undefined;
  const pattern = around.slice(0, around.indexOf(same[0] as number) + 1).map((at) => nameOf(tree, at));
  return { kind: "circle", count, depth, pattern: pattern.reverse() };
}

/** What a run was started for: the newest task that its parent had given to its agent when it began. */
function startOf({ happened, parents }: Tree, run: number): Delegated | undefined {
  const began = happened.findIndex((one) => one.type === "child" && one.run === run);
  const child = happened[began] as Extract<Happening, { type: "child" }> | undefined;
  if (child?.agent === undefined) return undefined;
  return happened.slice(0, began).findLast((one): one is Delegated => {
    if (one.type !== "delegated" || one.handoff || one.task === undefined) return false;
    return one.run === parents[run] && one.agent === child.agent;
  });
}

/** Who works in a run. */
function nameOf({ happened }: Tree, run: number): string {
  const took = happened.findLast((one) => one.type === "delegated" && one.run === run && one.handoff);
  const began = happened.find((one) => one.type === "child" && one.run === run) as { agent?: string } | undefined;
  return (took as Delegated | undefined)?.agent ?? began?.agent ?? String(run);
}

/** What happened since anything was new to the runs of the tree, and since the run, if one is given, began anew. */
function sinceNews({ happened, parents }: Tree, run: number | undefined): Happening[] {
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
