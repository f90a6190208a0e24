/** Made by scripts/build-door-layout.mjs from what native/door and native/include say. Not to be edited. */

/** `lg_door_operation`. */
export const Operation = {
  fetch: 0,
  free: 1,
  status: 2,
  identify: 3,
  canonicalize: 4,
  normalize: 5,
  similarity: 6,
  snapshotKey: 7,
  guard: 8,
  tool: 9,
  run: 10,
  judge: 11,
  record: 12,
  apply: 13,
  recordName: 14,
  ticket: 15,
  report: 16,
  snapshot: 17,
  restore: 18,
  rounds: 19,
  detector: 20,
  detectorRestore: 21,
  push: 22,
  at: 23,
  forget: 24,
  detectorSnapshot: 25,
  explain: 26,
  explanation: 27,
  text: 28,
  textRestore: 29,
  textPush: 30,
  textEndMessage: 31,
  textForget: 32,
  textSnapshot: 33,
  newest: 34,
} as const;

/** `lg_event_kind`. */
export const EventTag = {
  before: 0,
  after: 1,
  invalid: 2,
  resolve: 3,
  detect: 4,
  step: 5,
  stopped: 6,
  usage: 7,
} as const;

/** `lg_door_event_at`. */
export const EventAt = {
  tag: 0,
  flags: 4,
  nowMs: 8,
  profile: 16,
  number: 20,
  amount: 24,
  nameLen: 28,
  bodyLen: 32,
  idLen: 36,
  tailLen: 40,
  zero: 44,
  bytes: 48,
} as const;

/** `lg_door_event_flag`. */
export const EventFlag = {
  argsKind: 1,
  resultKind: 4,
  id: 16,
  tail: 32,
  failed: 64,
  transient: 128,
  refused: 256,
} as const;

/** `lg_door_step_at`. */
export const ReportStepAt = { signature: 0, nameLen: 16, name: 20 } as const;

/** `lg_text_limit`. */
export const TextLimit = {
  repeatsMin: 2,
  repeatsDefault: 4,
  repeatsMax: 1000,
  lengthMin: 1,
  lengthDefault: 300,
  lengthMax: 1000000,
  periodMin: 1,
  periodDefault: 4096,
  periodMax: 4096,
  messagesMin: 2,
  messagesDefault: 3,
  messagesMax: 8,
} as const;

/** `lg_args_kind`. */
export const ArgsKind = { packed: 0, raw: 1, none: 2 } as const;

/** `lg_identity_mode`. */
export const IdentityMode = { verbatim: 0, canonical: 1, compared: 2 } as const;

/** `lg_result_kind`. */
export const ResultKind = { none: 0, text: 1, json: 2, packed: 3 } as const;

/** `lg_step`. */
export const Step = { beginRound: 0, beginTurn: 1, reset: 2, untracked: 3, compacted: 4, endTurn: 5 } as const;

/** `lg_volatile`. */
export const VOLATILE_BITS = {
  timestamps: 1,
  durations: 2,
  uuids: 4,
  hexIds: 8,
  counters: 16,
  pids: 32,
  tempPaths: 64,
  ansi: 128,
  digits: 256,
  space: 512,
  envelope: 1024,
  frames: 2048,
  unlessAll: 4096,
} as const;

/** `lg_door_report_at`. */
export const REPORT = {
  doubles: { waitMs: 0, waitedMs: 8, used: 64, limit: 72 },
  numbers: {
    detector: 16,
    type: 20,
    repeats: 24,
    threshold: 28,
    cycleLength: 32,
    strikes: 36,
    stepCount: 44,
    unit: 80,
    period: 84,
    differing: 88,
    span: 92,
  },
  flags: { strong: [40, 1], transient: [40, 2], again: [40, 4], mild: [40, 8], failed: [40, 16], held: [40, 32] },
  digests: { fingerprint: 48 },
  end: 96,
} as const;

/** `lg_door_explanation_at`. */
export const EXPLANATION = {
  doubles: {},
  numbers: { seen: 0, news: 4, sibling: 12, ticket: 16, count: 20 },
  flags: { poll: [8, 1], waits: [8, 2] },
  digests: { identity: 24, verbatim: 40 },
  end: 56,
} as const;

/** `lg_door_explained_at`. */
export const EXPLAINED = {
  doubles: { sinceMs: 0, waitedMs: 8 },
  numbers: { why: 16, count: 24, threshold: 28, cycleLength: 32, steps: 36, like: 40, at: 44 },
  flags: { fires: [20, 1], strong: [20, 2], sibling: [20, 4] },
  digests: {},
  end: 48,
} as const;

/** `lg_door_restored_at`. */
export const RESTORED = {
  doubles: {},
  numbers: { version: 0, loops: 8, armed: 12, detections: 16, observations: 20, counts: 24, profiles: 28 },
  flags: { sameOptions: [4, 1] },
  digests: {},
  end: 32,
} as const;

/** `lg_door_match_at`. */
export const MATCH = {
  doubles: { start: 0 },
  numbers: { kind: 8, period: 12, repeats: 16 },
  flags: { sure: [20, 1] },
  digests: {},
  end: 24,
} as const;

/** `lg_door_newest_at`. */
export const NEWEST = {
  doubles: {},
  numbers: {},
  flags: { comparable: [16, 1], mutated: [16, 2], thought: [16, 4] },
  digests: { pair: 0 },
  end: 20,
} as const;

/** `lg_status`, by number. */
export const STATUSES = ["ok", "enomem", "einval", "ejson", "etoobig", "esnapshot", "erecord"] as const;

/** `lg_text_kind`, by number. */
export const TEXT_KINDS = ["none", "period", "mosaic", "message"] as const;

/** `lg_why`, by number. */
export const WHYS = [
  "unasked",
  "counted",
  "first",
  "goes_on",
  "not_armed",
  "poll",
  "no_result",
  "round",
  "not_failed",
  "other_result",
  "other_call",
  "change",
  "new_call",
  "too_far",
  "no_pattern",
  "one_tool",
  "news",
  "news_between",
  "transient",
  "ack",
  "changed",
  "waits",
  "behind_wait",
  "idle",
  "not_yet",
  "no_limit",
  "no_query",
  "reached_tool",
  "compacted",
  "by_host",
  "identical",
] as const;

/** `lg_seen`, by number. */
export const SEEN = ["not", "asked", "completed", "sibling", "sibling_differs", "poll"] as const;

/** `lg_news_why`, by number. */
export const NEWS_WHYS = ["not", "result", "change", "no_result", "forgotten", "turn"] as const;

/** `lg_action`, by number. */
export const ACTIONS = ["allow", "warn", "hint", "ask", "abort"] as const;

/** `lg_unit`, by number. */
export const UNITS = ["none", "calls", "tokens", "cost", "seconds", "refusals"] as const;

/** `lg_period`, by number. */
export const PERIODS = ["run", "turn", "key"] as const;

/** `lg_detector_type`, by number. */
export const DETECTOR_TYPES = [
  "count",
  "repeat",
  "stall",
  "ping_pong",
  "cycle",
  "duplicate",
  "similar_query",
  "limit",
  "no_progress",
  "error_streak",
  "unknown_tool",
  "poll",
  "custom",
  "no_news",
  "text_repeat",
  "stop_loop",
  "near_repeat",
  "budget",
  "delegation",
] as const;

/** `LG_DOOR_NO_TICKET`. */
export const NO_TICKET = 0x0fffffff;

/** `LG_REACH_MAX`. */
export const REACH_MAX = 65536;

/** `LG_GLOB_UNITS_MAX`. */
export const GLOB_MAX = 256;

/** `LG_GLOBS_MAX`. */
export const GLOBS_MAX = 256;

/** `LG_DETECTORS_MAX`. */
export const DETECTORS_MAX = 64;

/** `LG_POINTER_MAX`. */
export const POINTER_TOKENS_MAX = 127;

/** `LG_PROJECTION_MAX`. */
export const NAMES_MAX = 256;
