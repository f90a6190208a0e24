/** Made by scripts/build-door-layout.mjs from what native/door and native/include say. Not to be edited. */
/** `lg_door_operation`. */
export declare const Operation: {
    readonly fetch: 0;
    readonly free: 1;
    readonly status: 2;
    readonly identify: 3;
    readonly canonicalize: 4;
    readonly normalize: 5;
    readonly similarity: 6;
    readonly snapshotKey: 7;
    readonly guard: 8;
    readonly profile: 9;
    readonly run: 10;
    readonly judge: 11;
    readonly record: 12;
    readonly apply: 13;
    readonly recordName: 14;
    readonly ticket: 15;
    readonly report: 16;
    readonly snapshot: 17;
    readonly restore: 18;
    readonly rounds: 19;
    readonly detector: 20;
    readonly detectorRestore: 21;
    readonly push: 22;
    readonly at: 23;
    readonly forget: 24;
    readonly detectorSnapshot: 25;
    readonly explain: 26;
    readonly explanation: 27;
    readonly text: 28;
    readonly textRestore: 29;
    readonly textPush: 30;
    readonly textEndMessage: 31;
    readonly textForget: 32;
    readonly textSnapshot: 33;
    readonly newest: 34;
};
/** `lg_event_kind`. */
export declare const EventTag: {
    readonly before: 0;
    readonly after: 1;
    readonly invalid: 2;
    readonly resolve: 3;
    readonly detect: 4;
    readonly step: 5;
    readonly stopped: 6;
    readonly usage: 7;
};
/** `lg_door_event_at`. */
export declare const EventAt: {
    readonly tag: 0;
    readonly flags: 4;
    readonly nowMs: 8;
    readonly profile: 16;
    readonly number: 20;
    readonly amount: 24;
    readonly nameLen: 28;
    readonly bodyLen: 32;
    readonly idLen: 36;
    readonly tailLen: 40;
    readonly zero: 44;
    readonly bytes: 48;
};
/** `lg_door_event_flag`. */
export declare const EventFlag: {
    readonly argsKind: 1;
    readonly resultKind: 4;
    readonly id: 16;
    readonly tail: 32;
    readonly failed: 64;
    readonly transient: 128;
};
/** `lg_door_step_at`. */
export declare const ReportStepAt: {
    readonly signature: 0;
    readonly nameLen: 16;
    readonly name: 20;
};
/** `lg_text_limit`. */
export declare const TextLimit: {
    readonly repeatsMin: 2;
    readonly repeatsDefault: 4;
    readonly repeatsMax: 1000;
    readonly lengthMin: 1;
    readonly lengthDefault: 300;
    readonly lengthMax: 1000000;
    readonly periodMin: 1;
    readonly periodDefault: 4096;
    readonly periodMax: 4096;
    readonly messagesMin: 2;
    readonly messagesDefault: 3;
    readonly messagesMax: 8;
};
/** `lg_args_kind`. */
export declare const ArgsKind: {
    readonly packed: 0;
    readonly raw: 1;
    readonly none: 2;
};
/** `lg_identity_mode`. */
export declare const IdentityMode: {
    readonly verbatim: 0;
    readonly canonical: 1;
    readonly compared: 2;
};
/** `lg_result_kind`. */
export declare const ResultKind: {
    readonly none: 0;
    readonly text: 1;
    readonly json: 2;
    readonly packed: 3;
};
/** `lg_step`. */
export declare const Step: {
    readonly beginRound: 0;
    readonly beginTurn: 1;
    readonly reset: 2;
    readonly unseen: 3;
    readonly compacted: 4;
    readonly endTurn: 5;
};
/** `lg_volatile`. */
export declare const VOLATILE_BITS: {
    readonly timestamps: 1;
    readonly durations: 2;
    readonly uuids: 4;
    readonly hexIds: 8;
    readonly counters: 16;
    readonly pids: 32;
    readonly tempPaths: 64;
    readonly ansi: 128;
    readonly digits: 256;
    readonly space: 512;
    readonly envelope: 1024;
    readonly frames: 2048;
    readonly unlessAll: 4096;
};
/** `lg_door_report_at`. */
export declare const ReportAt: {
    readonly waitMs: 0;
    readonly waitedMs: 8;
    readonly detector: 16;
    readonly type: 20;
    readonly repeats: 24;
    readonly threshold: 28;
    readonly cycleLength: 32;
    readonly strikes: 36;
    readonly flags: 40;
    readonly stepCount: 44;
    readonly fingerprint: 48;
    readonly used: 64;
    readonly limit: 72;
    readonly unit: 80;
    readonly period: 84;
    readonly differing: 88;
    readonly span: 92;
    readonly steps: 96;
};
/** `lg_door_report_flag`. */
export declare const ReportFlag: {
    readonly strong: 1;
    readonly transient: 2;
    readonly again: 4;
    readonly mild: 8;
    readonly failed: 16;
    readonly held: 32;
};
/** `lg_door_explanation_at`. */
export declare const ExplanationAt: {
    readonly seen: 0;
    readonly news: 4;
    readonly flags: 8;
    readonly sibling: 12;
    readonly ticket: 16;
    readonly count: 20;
    readonly identity: 24;
    readonly verbatim: 40;
    readonly detectors: 56;
};
/** `lg_door_explanation_flag`. */
export declare const ExplanationFlag: {
    readonly poll: 1;
    readonly waits: 2;
};
/** `lg_door_explained_at`. */
export declare const ExplainedAt: {
    readonly sinceMs: 0;
    readonly waitedMs: 8;
    readonly why: 16;
    readonly flags: 20;
    readonly count: 24;
    readonly threshold: 28;
    readonly cycleLength: 32;
    readonly steps: 36;
    readonly like: 40;
    readonly at: 44;
    readonly end: 48;
};
/** `lg_door_explained_flag`. */
export declare const ExplainedFlag: {
    readonly fires: 1;
    readonly strong: 2;
    readonly sibling: 4;
};
/** `lg_door_restored_at`. */
export declare const RestoredAt: {
    readonly version: 0;
    readonly sameOptions: 4;
    readonly loops: 8;
    readonly armed: 12;
    readonly detections: 16;
    readonly observations: 20;
    readonly counts: 24;
    readonly profiles: 28;
    readonly end: 32;
};
/** `lg_door_match_at`. */
export declare const MatchAt: {
    readonly start: 0;
    readonly kind: 8;
    readonly period: 12;
    readonly repeats: 16;
    readonly sure: 20;
    readonly end: 24;
};
/** `lg_door_newest_at`. */
export declare const NewestAt: {
    readonly pair: 0;
    readonly flags: 16;
    readonly end: 20;
};
/** `lg_door_newest_flag`. */
export declare const NewestFlag: {
    readonly comparable: 1;
    readonly mutated: 2;
    readonly thought: 4;
};
/** `lg_text_kind`, by number. */
export declare const TEXT_KINDS: readonly ["none", "period", "mosaic", "message"];
/** `lg_why`, by number. */
export declare const WHYS: readonly ["unasked", "counted", "first", "goes_on", "not_armed", "poll", "no_result", "round", "not_failed", "other_result", "other_call", "change", "new_call", "too_far", "no_pattern", "one_tool", "news", "news_between", "transient", "ack", "changed", "waits", "behind_wait", "idle", "not_yet", "no_limit", "no_query", "reached_tool", "compacted", "by_host", "identical"];
/** `lg_seen`, by number. */
export declare const SEEN: readonly ["not", "asked", "completed", "sibling", "sibling_differs", "poll"];
/** `lg_news_why`, by number. */
export declare const NEWS_WHYS: readonly ["not", "result", "change", "no_result", "forgotten", "turn"];
/** `lg_action`, by number. */
export declare const ACTIONS: readonly ["allow", "warn", "hint", "ask", "abort"];
/** `lg_unit`, by number. */
export declare const UNITS: readonly ["none", "calls", "tokens", "cost", "seconds", "refusals"];
/** `lg_period`, by number. */
export declare const PERIODS: readonly ["run", "turn", "key"];
/** `lg_detector_type`, by number. */
export declare const DETECTOR_TYPES: readonly ["count", "repeat", "stall", "ping_pong", "cycle", "duplicate", "similar_query", "limit", "no_progress", "error_streak", "unknown_tool", "poll", "custom", "no_news", "text_repeat", "stop_loop", "near_repeat", "budget", "delegation"];
/** `LG_DOOR_NO_TICKET`. */
export declare const NO_TICKET = 268435455;
/** `LG_REACH_MAX`. */
export declare const REACH_MAX = 65536;
/** `LG_GLOB_UNITS_MAX`. */
export declare const GLOB_MAX = 256;
/** `LG_GLOBS_MAX`. */
export declare const GLOBS_MAX = 256;
/** `LG_POINTER_MAX`. */
export declare const POINTER_TOKENS_MAX = 127;
/** `LG_PROJECTION_MAX`. */
export declare const NAMES_MAX = 256;
