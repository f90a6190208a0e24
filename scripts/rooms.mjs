/**
 * The rooms of the house, lowest first: what is in each. A file uses its own room and those below it, which check-rooms.mjs and
 * check-includes.mjs hold; build-map.mjs draws them.
 */
export const LIB = {
  base: "types, errors, option checks, values as JSON text, texts of failures and of agents",
  core: "the door to C: client, packer, both builds; identities, similarity",
  rules: "detectors, one file each; their table; options, presets, policies; verdicts, their texts, diagnostics",
  history: "readers of recorded histories and transcripts",
  run: "one run: the engine, open calls, reporting, custom detectors, replay, texts of our own",
  store: "stores, and runs that are kept in one",
  guard: "LoopGuard, LoopDetector, TextLoopDetector, checkMessages; run scopes, pruneLoop, telemetry",
  adapter: "the desk of all adapters: pairs calls, refuses, replays, rounds, turns, loops in text, recovery",
  executor: "ToolExecutor and its tool layer: approval, artifacts, sandbox, definitions",
  frameworks: "one file or more for each framework, on the desk",
  traces: "readers of recorded runs, with limits for hostile files; libraries of the command",
  cli: "the command: scan, report, explain, tune, sql, hook, init, completion",
  conformance: "what every adapter must pass; matchers of vitest, Jest and node:assert",
};

export const CORE = {
  memory: "allocators, buffers, digests, snapshots as bytes",
  text: "what stands in texts: words, spans, envelopes, shell commands, globs, loops; similarity",
  json: "reader, printer, packed form, order of members, numbers",
  identity: "which calls are the same",
  state: "what a run remembers: table, window, history, news, queries, sketches",
  policy: "a guard: its detectors' records, tools and profiles, and how it is configured",
  run: "the engine: before and after a call, snapshots, reports",
  detectors: "one file each",
};
