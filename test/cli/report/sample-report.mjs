/** A made-up scan, the same each time: agents that mend programs, answer customers and look things up. */

const MINUTE = 60_000;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WORK = {
  coding: {
    folder: "traces/coding",
    steps: [
      ["read_file", (n) => ({ path: `src/${["cart", "session", "invoice", "router", "mailer"][n % 5]}.ts` }), "file"],
      [
        "search_code",
        (n) => ({ query: ["parseDate", "retry", "TaxRate", "redirect", "timezone"][n % 5], limit: 20 }),
        "hits",
      ],
      ["edit_file", (n) => ({ path: `src/step-${n}.ts`, find: `value${n}`, replace: `total${n}` }), "done"],
      ["run_tests", (n) => ({ filter: `suite-${n % 7}` }), "tests"],
    ],
  },
  support: {
    folder: "traces/support",
    steps: [
      [
        "search_handbook",
        (n) => ({ query: ["refund period", "late parcel", "change of address", "gift card"][n % 4], page: n % 3 }),
        "hits",
      ],
      ["get_order", (n) => ({ order_id: `A-${10_000 + n * 37}` }), "order"],
      [
        "send_reply",
        (n) => ({ ticket: 4_000 + n, text: "Thank you for your patience. Here is what I found." }),
        "done",
      ],
    ],
  },
  research: {
    folder: "traces/research",
    steps: [
      ["web_search", (n) => ({ query: `grid storage cost ${2015 + (n % 11)}` }), "hits"],
      ["fetch_page", (n) => ({ url: `https://example.org/papers/${n}` }), "page"],
      ["take_note", (n) => ({ text: `Point ${n}: prices fell again.` }), "done"],
    ],
  },
};

const RESULTS = {
  file: (n) => `export function step${n}(input: string): number {\n  return Number.parseFloat(input) * ${n};\n}\n`,
  hits: (n) =>
    JSON.stringify({
      hits: [
        { title: `Result ${n}`, score: 0.83 },
        { title: `Result ${n + 1}`, score: 0.61 },
      ],
    }),
  done: () => "OK",
  tests: (n) => `${n % 40} passed, ${n % 3} failed\n  ✗ rounds to the cent (expected 12.35, got 12.34)`,
  order: (n) => JSON.stringify({ order: n, state: "shipped", items: 1 + (n % 4), carrier: "DHL" }),
  page: (n) => `Abstract. Between 2015 and ${2015 + (n % 11)} the cost of storage per kWh went down by ${n % 90} %.`,
};

/** What a loop is made of: its detector, the calls of one block, and how often they come. */
const LOOPS = [
  {
    detector: "no_progress",
    evidence: "strong",
    kind: "support",
    block: [["search_handbook", { query: "refund without receipt", page: 0 }, '{"hits":[]}']],
    message: (n) =>
      `Tool 'search_handbook' was called with identical arguments and returned the same result ${n} times.`,
  },
  {
    detector: "cycle",
    evidence: "strong",
    kind: "coding",
    block: [
      ["read_file", { path: "src/invoice.ts" }, "export const total = (items) => items.reduce(add, 0);"],
      ["edit_file", { path: "src/invoice.ts", find: "reduce(add, 0)", replace: "reduce(add)" }, "OK"],
      ["run_tests", { filter: "invoice" }, "11 passed, 1 failed\n  ✗ an empty invoice costs nothing"],
    ],
    message: (n) =>
      `The same 3 calls ('read_file', 'edit_file', 'run_tests') were repeated ${n} times in the same order.`,
  },
  {
    detector: "error_streak",
    evidence: "weak",
    kind: "research",
    block: [["fetch_page", { url: "https://example.org/papers/77" }, "403 Forbidden: sign in to read this paper"]],
    fails: true,
    message: (n) => `Tool 'fetch_page' failed ${n} times in a row with the same error.`,
  },
  {
    detector: "unknown_tool",
    evidence: "weak",
    kind: "research",
    block: [["browser_search", { q: "grid storage" }, "There is no tool named browser_search."]],
    fails: true,
    message: (n) =>
      `Tool 'browser_search' was called ${n} times, but there is no such tool, or its arguments are not valid.`,
  },
  {
    detector: "repeat",
    evidence: "strong",
    kind: "coding",
    block: [["run_tests", { filter: "router" }, "0 passed, 1 failed\n  ✗ cannot find module './router.js'"]],
    message: () => "Tool 'run_tests' called 3 times with identical arguments.",
  },
  {
    detector: "stall",
    evidence: "weak",
    kind: "support",
    block: [["get_order", { order_id: "A-99" }, '{"error":"not found"}']],
    varies: true,
    message: () => "Tool 'get_order' returned the same result 3 times — agent is polling without progress.",
  },
];

/**
 * An `HtmlReport`. Options: `runs`, default 240; `calls`, how many a run has, default 6 to 60; `loops`, the share of runs
 * with one, default 0.3; `timed`, whether runs say when they began, default true; `price` per million tokens, default 3.
 */
export function sampleReport({ runs = 240, calls, loops = 0.3, timed = true, price = 3, seed = 7 } = {}) {
  const random = randomFrom(seed);
  const made = Array.from({ length: runs }, (_, index) => sampleRun(index, random, { calls, loops, timed, runs }));
  const total = (of) => made.reduce((sum, run) => sum + of(run), 0);
  const wasted = (key) => total((run) => run.detections.reduce((sum, loop) => sum + loop[key], 0));
  return {
    version: 1,
    runs: made,
    errors: [
      { file: "traces/support/2026-02-11.jsonl", line: 312, reason: "not JSON: Unexpected end of JSON input" },
      { file: "traces/research/old.jsonl.gz", line: 0, reason: "it cannot be read (unexpected end of file)" },
    ],
    totals: {
      files: 24,
      runs,
      runsWithLoops: made.filter((run) => run.detections.length > 0).length,
      calls: total((run) => run.calls),
      tokens: total((run) => run.tokens),
      wastedCalls: wasted("wastedCalls"),
      wastedTokens: wasted("wastedTokens"),
      wastedCost: (wasted("wastedTokens") * price) / 1e6,
    },
    madeAt: "2026-03-02T09:15:00.000Z",
    settings: 'preset "recommended"',
    guard: 'new LoopGuard({ preset: "recommended" })',
    price,
  };
}

function sampleRun(index, random, options) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const loop = random() < options.loops ? pick(LOOPS) : undefined;
  const work = WORK[loop?.kind ?? pick(Object.keys(WORK))];
  const size = options.calls ?? 6 + Math.floor(random() ** 2 * 54);
  const strip = [];
  const identities = new Map();
  let round = 0;
  const add = (name, args, result, error, batch) => {
    const text = JSON.stringify(args);
    const identity = `${name}\n${text}`;
    if (!identities.has(identity)) identities.set(identity, identities.size);
    if (!batch) round++;
    strip.push({ name, args: text, result, error, same: identities.get(identity), round });
  };
  const step = () => {
    const [name, args, kind] = pick(work.steps);
    const n = Math.floor(random() * 60);
    add(name, args(n), RESULTS[kind](n), random() < 0.04, random() < 0.15);
  };
  const detections = [];
  const before = loop === undefined ? size : Math.max(2, Math.floor(size * (0.2 + random() * 0.4)));
  while (strip.length < before) step();
  if (loop !== undefined) {
    const first = strip.length;
    const repeats = 4 + Math.floor(random() ** 2 * 12);
    for (let time = 0; time < repeats; time++)
      for (const [name, args, result] of loop.block)
        add(name, loop.varies ? { ...args, order_id: `A-${99 + time}` } : args, result, loop.fails === true, false);
    detections.push(detectionOf(loop, strip, first, repeats));
    while (strip.length < size) step();
  }
  const began = Date.UTC(2026, 1, 2) + ((index + random()) / options.runs) * 27 * 24 * 60 * MINUTE;
  return {
    id: `${work.folder.slice(7)}-${String(index + 1).padStart(4, "0")}`,
    file: `${work.folder}/2026-02-${String(1 + (index % 27)).padStart(2, "0")}.jsonl`,
    line: 1 + index * 3,
    calls: strip.length,
    tokens: tokensOf(strip),
    ...(options.timed && { startedAt: new Date(began).toISOString() }),
    detections,
    strip,
  };
}

function detectionOf(loop, strip, first, repeats) {
  const length = loop.block.length;
  const callIndex = first + 3 * length - 1;
  const calls = strip.map((_, call) => call).slice(callIndex);
  return {
    detector: loop.detector,
    toolName: loop.block.at(-1)[0],
    callIndex,
    repeats,
    cycleLength: length,
    evidence: loop.evidence,
    action: repeats > 8 ? "abort" : repeats > 4 ? "hint" : "warn",
    wastedCalls: calls.length,
    wastedTokens: tokensOf(calls.map((call) => strip[call])),
    pattern: loop.block.map(([name]) => name),
    message: loop.message(repeats),
    calls,
  };
}

/** A conversation is sent again with each call, so that a call costs more than its own text. */
function tokensOf(strip) {
  return strip.reduce((sum, call) => sum + 900 + Math.ceil((call.args.length + call.result.length) / 4), 0);
}
