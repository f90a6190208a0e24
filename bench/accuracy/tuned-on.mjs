/**
 * Sources (`source` of a run) whose runs the presets were tuned on: people looked at these runs, or at numbers of these
 * runs, when they chose detectors and thresholds. A number on them is in-sample: it says how well the presets fit, and not
 * how they do elsewhere. Whoever tunes on another source adds it here.
 */
export const TUNED_ON = new Set([
  // With labels: shared/corpus.
  "intercode",
  "mint-bench",
  "moatless-tools",
  "openhands-benchmarks",
  "pi-mono-sessions",
  "reflexion-hotpotqa",
  "swe-agent-demos",
  "tau-bench",
  "tau2-bench",
  // Without: shared/corpus-more/hashed, which also has more runs of sources above.
  "agent_reasoning_benchmark",
  "agentdojo-luna-trajectories",
  "autocoderover/swe-agent-results",
  "claude-reliability-snapshots",
  "livemcpbench",
  "medagentbench",
  "multi-swe-bench-experiments",
  "nyu-ctf-leaderboard",
  "terminal-bench-leaderboard",
  // Without: shared/corpus-more.
  "agent-trajectory-sentinel",
  // With times of their own: shared/corpus-more/timed-text, hashed/x-claude-code-timed.
  "EntityProcess/agentv",
  "ISO-Bench/ISO-Bench",
  "JanDeDobbeleer/oh-my-posh",
  "NJU-LINK/CodeTracer",
]);

/** What can be said of numbers on these runs. */
export function sampleOf(runs) {
  const tuned = runs.filter(({ source }) => TUNED_ON.has(source)).length;
  return tuned === 0 ? "not known" : tuned === runs.length ? "in-sample" : "partly in-sample";
}
