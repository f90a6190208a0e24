/**
 * Which results say the same: what stands around an answer, or differs in times and ids beside what it says, is no news;
 * an id or a time that is all that it says is. At any pace.
 */
import { describe, expect, it } from "vitest";
import { LoopGuard, type LoopOutcome } from "../../lib/index.ts";

const hex = (i: number, digits: number): string =>
  `${(Math.imul(i + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0")}0f1e2d3c4b5a69788796a5b4c3d2e1f0`.slice(
    0,
    digits,
  );
const uuid = (i: number): string =>
  `${hex(i, 8)}-${hex(i + 7, 4)}-4${hex(i + 3, 3)}-a${hex(i + 5, 3)}-${hex(i + 9, 8)}${hex(i + 2, 4)}`;
/** As base64url mixes it. */
const token = (i: number, length: number): string =>
  Buffer.from([...Buffer.from(hex(i, 8).repeat(20) + hex(i + 77, 8))].map((byte, at) => byte * 31 + at * 197 + i * 53))
    .toString("base64url")
    .slice(0, length);
const iso = (i: number): string => new Date(1_790_000_000_000 + i * 7_321).toISOString();
const http = (i: number): string => new Date(1_790_000_000_000 + i * 7_321).toUTCString();
const hm = (i: number): string => `${12 + Math.floor(i / 60)}:${String(i % 60).padStart(2, "0")}`;

/** Seconds from one call to the next. */
const PACES = [0, 1, 8];

const REFUSED = new Set(["hint", "ask", "abort"]);

type Kind = (i: number) => unknown;

/** At which call the guard refuses; `calls + 1`: at none. Two tools may take turns. */
function refusedAt(kinds: readonly Kind[], calls: number, pace: number, failed = false, tools = {}): number {
  let now = 1_790_000_000_000;
  using guard = new LoopGuard({ now: () => now, tools });
  const run = guard.run("r");
  for (let i = 0; i < calls; i++) {
    const place = i % kinds.length;
    const call = { id: `c${i}`, name: `tool_${place}`, arguments: { q: "x" } };
    run.beginRound();
    if (REFUSED.has(run.before(call).action)) return i + 1;
    const given = kinds[place]?.(i);
    const error = typeof given === "string" ? given : JSON.stringify(given);
    run.after(call, (failed ? { error } : { result: given }) as LoopOutcome);
    now += pace * 1000;
  }
  return calls + 1;
}

/** Ids, tokens and times are all that these say. */
const NEWS: Record<string, Kind> = {
  "a uuid": uuid,
  "a job": (i) => ({ job: uuid(i) }),
  "a job in JSON text": (i) => JSON.stringify({ job: uuid(i) }),
  "a token": (i) => hex(i, 32),
  "git rev-parse": (i) => `${hex(i, 40)}\n`,
  sha256sum: (i) => `${hex(i, 64)}  dist/index.js\n`,
  "a task": (i) => `task #${100 + i}`,
  "an id and its date": (i) => ({ id: hex(i, 12), created: 1_790_000_000 + i }),
  mktemp: (i) => `/tmp/tmp.${hex(i, 10)}\n`,
  "time of bash alone": (i) => `real\t0m1.${i}5s\nuser\t0m0.9${i}s\nsys\t0m0.2${i}s`,
  "a departure": (i) => `Next departure: ${hm(i)}`,
  "a departure with its date": (i) => `Next departure: ${iso(i)}`,
  "a clock": (i) => iso(i),
  "a clock with its zone": (i) => ({ now: iso(i), timezone: "UTC" }),
  date: (i) => `${http(i)}\n`,
  "a mail": (i) => `mail #${7 + i}`,
  "a mail with its time": (i) => ({ id: uuid(i), received: iso(i) }),
  "minutes to wait": (i) => `Next bus in ${30 - (i % 29)} min`,
  "a token of MCP": (i) => ({ content: [{ type: "text", text: JSON.stringify({ token: hex(i, 24) }) }] }),
  "a token of base64": (i) => token(i, 44),
  "a link with a token": (i) => ({ uploadUrl: `https://up.example/u/${token(i, 24)}` }),
  "the first free day": (i) => `No seats are free before 2026-03-${10 + (i % 20)} 12:${10 + i}:00`,
  "a cursor that counts": (i) => ({ items: [], cursor: i }),
  "what is loaded": (i) => `elapsed ${i}.3 s, ${10 + i}.2 MB of 100 MB`,
  "processes by their names": (i) => `  PID CMD\n 8123 ${"abcdefghijklmnopqrstuvwxyz"[i % 26]}${i % 26}d`,
  "an invoice that is not paid": (i) => `Nächste Rechnungsnummer: ${4711 + i}, noch nicht bezahlt`,
  "a reserved port": (i) =>
    `Reserved port ${40001 + i} on the load balancer for your service; it is yours until you release it`,
  "a photo by its time": (i) => `Not captioned yet: IMG_20260314_09${10 + i}53.jpg`,
  "a leak": (i) => `  PID   RSS COMMAND\n 8123 ${120400 + 517 * i} node server.js`,
  "an amount of a coin": (i) =>
    `The balance of the account that you asked for is ${1523400000000000000n + BigInt(i)} wei at the latest block`,
  "queries too many": (i) => `Rendered the list of products in 0.2 s, ${90 - i} queries`,
  "a job with its duration": (i) => ({ job: uuid(i), durationMs: 3 + (i % 5) }),
  "an id below Codex's head": (i) =>
    `Chunk ID: ${hex(i, 6)}\nWall time: 0.0${i} seconds\nProcess exited with code 0\nOriginal token count: 9\nOutput:\n${uuid(i)}\n`,
  "an id above OpenHands' lines": (i) =>
    `${uuid(i)}\n[The command completed with exit code 0.]\n[Current working directory: /workspace]\n[Python interpreter: /usr/bin/python]\n[Command finished with exit code 0]`,
  "a stopwatch": (i) => ({ elapsed: 1 + i }),
  "a stopwatch of MCP": (i) => ({ content: [{ type: "text", text: JSON.stringify({ elapsed_ms: 100 + i }) }] }),
  "a stopwatch in a text": (i) => `elapsed: ${100 + i}`,
  "a count of tokens": (i) => ({ input_tokens: 100 + i }),
  "a price": (i) => ({ item: "Red snowboard with bindings and a bag for it", price: 199.9 + i, currency: "EUR" }),
  "a balance": (i) => ({ account: "Savings of Anna Montgomery of Utrecht", balance: 1204.5 + i }),
  "a score": (i) => `The essay that was handed in was read by two teachers: score ${0.1234 + i / 100}`,
  "a temperature": (i) => ({
    city: "Amsterdam",
    description: "broken clouds with a light breeze at sea",
    temp: i + 0.25,
  }),
  "the wind": (i) => `The wind in the harbour of Rotterdam blows from the west at ${3.25 + i} m/s this morning`,
  "a count of rows": (i) => `The table of customers was read and it has ${1200 + i} rows of customers in it`,
  "a lap": (i) => ({ driver: "Max Verstappen of the Netherlands in the first car", lap_time: 83.2 + i / 1000 }),
  "the last change of an order": (i) => ({
    order: "A112",
    status: "packed",
    last_updated_at: `2026-11-${10 + (i % 20)}`,
  }),
  "an id with a name": (i) => ({ id: 100 + i, name: "Anna Montgomery of Utrecht, Netherlands, customer" }),
  "a request of somebody": (i) => ({ pull_request_id: 57 + i, "merge-request-id": 3 + i, state: "open" }),
  "names with numbers": (i) =>
    `src/api.ts: error: cannot find the name 'useGetApiV${i}UsersByIdQuery' that is imported here`,
  "speed of a network": (i) => `Download of the speed test from the server in Amsterdam: ${93.4 + i} Mbit/s`,
  "a request id and nothing else": (i) => `Request ID: ${hex(i, 16)}`,
  "a log's time and a request id": (i) => `[${iso(i)}] request_id=${hex(i, 16)}`,
  "a free slot": (i) => ({ title: "free slot", start_time: iso(i * 900) }),
  "a flight": (i) =>
    `Next flight: ${iso(i * 900)
      .slice(0, 19)
      .replace("T", " ")} from gate B`,
  "a date with its zone": (i) => new Date(1_790_000_000_000 + i * 7_321).toString(),
  "a thread of a forum": (i) => `Thread ${7 + i} has new replies`,
  "a server's port": (i) => `Server is listening on 127.0.0.1:${40_000 + i}`,
  "a change": (i) => ({ name: "Roof", updated_at: iso(i * 900) }),
  "a message of a queue": (i) => ({ id: `msg_${hex(i, 20)}`, kind: "reminder" }),
  "a member named error": (i) => ({ id: uuid(i), error: null, state: "created, to be reviewed" }),
};

describe.each(PACES)("news at %d s a step", (pace) => {
  it.each(Object.keys(NEWS))("%s", (name) => {
    expect(refusedAt([NEWS[name] as Kind], 30, pace)).toBe(31);
  });

  it("a queue: next_mail and archive in turn", () => {
    const mails: Kind[] = [(i) => `mail #${7 + i}`, () => "archived"];
    expect(refusedAt(mails, 40, pace)).toBe(41);
  });
});

/** The same answer each time, with something else around it; the short ones say no more than a line of a log does. */
const SAME: Record<string, Kind> = {
  "Claude Code, Glob": (i) => ({ filenames: [], durationMs: 10 + i, numFiles: 0, truncated: false }),
  "Claude Code, WebFetch": (i) => ({ bytes: 12, code: 200, result: "Nothing there.", durationMs: 812 + i }),
  "Claude Code, WebSearch": (i) => ({ query: "x", results: [], durationSeconds: 0.5 + i / 7 }),
  "Claude Code, Task": (i) => ({
    status: "completed",
    agentId: hex(i, 8),
    content: [{ type: "text", text: "No such module." }],
    totalDurationMs: 8000 + i,
    totalTokens: 12_000 + i,
    totalToolUseCount: 3 + i,
    usage: { input_tokens: 4 + i, output_tokens: 87 + i, service_tier: "standard" },
  }),
  "Claude Code, a sub-agent's text": (i) =>
    `No such module.\nagentId: ${hex(i, 8)} (for resuming to continue this agent's work if needed)\n<usage>total_tokens: ${900 + i}\ntool_uses: ${i}\nduration_ms: ${1200 + i}</usage>`,
  "Codex, exec_command": (i) =>
    `Chunk ID: ${hex(i, 6)}\nWall time: ${i}.2345 seconds\nProcess exited with code 1\nOriginal token count: ${9 + i}\nOutput:\nnot found\n`,
  "Codex, exec_command of MCP": (i) => [
    {
      type: "text",
      text: `Chunk ID: ${hex(i, 6)}\nWall time: ${i}.2345 seconds\nProcess exited with code 0\nOutput:\nnot found\n`,
    },
  ],
  "Codex, apply_patch": (i) => `Exit code: 1\nWall time: 0.${i} seconds\nOutput:\nno such file`,
  "Codex, an MCP tool": (i) => `Wall time: ${i}.1 seconds\nOutput:\n{"ok":false}`,
  "Codex, in JSON": (i) => JSON.stringify({ output: "ok", metadata: { exit_code: 0, duration_seconds: i / 10 } }),
  "Gemini CLI": (i) =>
    `Command: ls\nDirectory: (root)\nOutput: a\nError: (none)\nExit Code: 0\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: ${4000 + i}`,
  "Copilot CLI": (i) => `same\n<shellId: ${i} completed with exit code 3>`,
  "OpenHands, which counts turns down": (i) =>
    `No results.\n\nENVIRONMENT REMINDER: You have ${40 - i} turns left to complete the task.`,
  "a count of tokens": (i) =>
    `[]\n<system_warning>Token usage: ${9000 + i * 310}/200000; ${191000 - i * 310} remaining</system_warning>`,
  Cursor: (i) => `Exit code: 1\n\nCommand output:\n\n\`\`\`\nno\n\`\`\`\n\nCommand completed in ${1000 + i * 13} ms.`,
  Elasticsearch: (i) => ({ took: 5 + i, timed_out: false, hits: { total: { value: 0 }, hits: [] } }),
  "Elasticsearch, pretty": (i) =>
    `{\n  "took" : ${5 + i},\n  "timed_out" : false,\n  "hits" : {\n    "total" : 0\n  }\n}`,
  "Elasticsearch through MCP": (i) => ({
    content: [{ type: "text", text: JSON.stringify({ took: 5 + i, hits: { total: 0 } }, null, 2) }],
    isError: false,
  }),
  "AWS, an error": (i) =>
    `An error occurred (NoSuchKey): no such key. Request ID: ${hex(i, 16).toUpperCase()}; Host ID: ${hex(i, 20)}+ab/c=`,
  "AWS, an error in XML": (i) =>
    `<Error><Code>NoSuchKey</Code><RequestId>${hex(i, 16)}</RequestId><HostId>${hex(i, 20)}/a+b=</HostId></Error>`,
  boto3: (i) => ({
    Items: [],
    Count: 0,
    ResponseMetadata: {
      RequestId: hex(i, 52),
      HTTPStatusCode: 200,
      HTTPHeaders: { date: http(i), "x-amz-crc32": `${i}` },
    },
  }),
  OpenAI: (i) => ({
    error: { message: "No such file", type: "invalid_request_error", code: null },
    request_id: `req_${hex(i, 24)}`,
  }),
  Anthropic: (i) => ({
    type: "error",
    error: { type: "not_found_error", message: "x" },
    request_id: `req_01${hex(i, 20)}`,
  }),
  Gemini: (i) => ({ candidates: [], responseId: `${hex(i, 10)}zzQ`, usageMetadata: { totalTokenCount: 12 + i } }),
  "a chat completion": (i) => ({ answer: "no", usage: { prompt_tokens: 12, total_tokens: 40 + i } }),
  GitHub: (i) => ({ total_count: 0, items: [], rateLimit: { remaining: 4999 - i, reset: 1_790_000_000 + i } }),
  "headers and a body": (i) => ({
    status: 404,
    headers: {
      date: http(i),
      "content-type": "application/json",
      "x-request-id": uuid(i),
      "x-runtime": `0.0${i}123`,
      "x-ratelimit-remaining": `${59 - i}`,
    },
    body: "not found",
  }),
  "curl -i": (i) =>
    `HTTP/2 404\ndate: ${http(i)}\nx-request-id: ${hex(i, 20)}\nx-runtime: 0.0${i}1\ncontent-length: 9\n\nnot found`,
  "Spring Boot": (i) => ({ timestamp: iso(i), status: 404, error: "Not Found", path: "/x" }),
  GraphQL: (i) => ({
    data: { user: null },
    extensions: { tracing: { version: 1, duration: 12_345 + i, startTime: iso(i) } },
  }),
  Shopify: (i) => ({
    data: { products: [] },
    extensions: { cost: { throttleStatus: { currentlyAvailable: 1980 - i, restoreRate: 100 } } },
  }),
  "elapsed and epochs": (i) => ({ rows: [], elapsed: 0.001 * i, timestamp: 1_790_000_000 + i }),
  "epochs in ms": (i) => ({ rows: 0, ts: 1_790_000_000_123 + i }),
  _meta: (i) => ({ content: [{ type: "text", text: "no rows" }], _meta: { progressToken: i, at: iso(i) } }),
  "a trace": (i) => ({ message: "denied", trace_id: hex(i, 32), spanId: hex(i, 16) }),
  "Google Cloud": (i) => ({ error: { code: 404, message: "no" }, "x-cloud-trace-context": `${hex(i, 32)}/1;o=1` }),
  Azure: (i) => ({
    error: { code: "ResourceNotFound", message: "no" },
    activityId: uuid(i),
    clientRequestId: uuid(i + 1),
  }),
  Stripe: (i) => `No such customer: 'cus_1' (Request-Id: req_${hex(i, 14)})`,
  Cloudflare: (i) => `Error 1020: access denied. Ray ID: ${hex(i, 16)}`,
  Kubernetes: (i) => ({ kind: "PodList", metadata: { resourceVersion: `${10_000 + i}` }, items: [] }),
  DNS: (i) => ({ Answer: [{ name: "x.example", TTL: 299 - i, data: "192.0.2.1" }] }),
  "a browser": (i) =>
    `- Page Title: Sign in\n- button "OK" [ref=s${i}e12] [cursor=pointer]\n- link "Help" [ref=s${i}e13]`,
  "a test run": (i) => `1 failed, 3 passed in 0.${10 + i}s`,
  "a search": (i) => `Found 0 results (took ${12 + i} ms)`,
  "a health check": (i) => ({ status: "ok", uptime: 1234.5 + i }),
  "JSON in Python": (i) => `{'error': 'no rows', 'request_id': 'abc${hex(i, 10)}', 'elapsed': 0.${i + 1}}`,
  "JSON in a string in JSON": (i) => ({ body: JSON.stringify({ inner: JSON.stringify({ took: i, n: 0 }) }) }),
  npm: (i) =>
    `npm error code ENOENT\nnpm error path /app/package.json\nnpm error A complete log of this run can be found in: /root/.npm/_logs/2026-11-27T22_0${i % 10}_1${i % 10}_${100 + i}Z-debug-0.log`,
  "an object of Java": (i) =>
    `Exception in thread "main" java.lang.IllegalStateException: com.x.Foo@${hex(i, 7)} is closed\n\tat com.x.Main.main(Main.java:3)`,
  Valgrind: (i) =>
    `==${1200 + i}== Invalid read of size 4\n==${1200 + i}==    at main (a.c:3)\n==${1200 + i}== Address is not stack'd`,
  "Chrome's MCP server": (i) => `uid=${i}_1 RootWebArea "Log in"\n  uid=${i}_2 button "Log in"`,
  "curl -w": (i) => `not found\ntime_total: 0.${100 + i}`,
  "curl's progress": (i) =>
    `  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n                                 Dload  Upload   Total   Spent    Left  Speed\n${"\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0".repeat(1 + (i % 3))}\r100     9  100     9    0     0     ${90 + i}      0 --:--:-- --:--:-- --:--:--    ${90 + i}\nnot found`,
  Solr: (i) => ({ responseHeader: { status: 0, QTime: 3 + i }, response: { numFound: 0, start: 0, docs: [] } }),
  Algolia: (i) => ({ hits: [], processingTimeMS: 1 + i, processingTimingsMS: { total: i }, serverTimeMS: i }),
  SerpApi: (i) => ({
    search_metadata: { id: hex(i, 24), processed_at: iso(i), total_time_taken: 1.1 + i / 9 },
    error: "No results for this query.",
  }),
  Athena: (i) => ({ ResultSet: { Rows: [] }, Statistics: { EngineExecutionTimeInMillis: 300 + i * 7 } }),
  MongoDB: (i) => ({
    ok: 1,
    cursor: { firstBatch: [] },
    operationTime: { $timestamp: { t: 1_790_000_000 + i, i: 1 } },
  }),
  Firecrawl: (i) => ({ success: false, error: "Page not found", scrapeId: uuid(i) }),
  Twilio: (i) => ({
    code: 20_404,
    message: "The requested resource was not found",
    "twilio-request-id": `RQ${hex(i, 32)}`,
  }),
  "Stripe, with a link to its log": (i) => ({
    error: {
      message: "No such customer",
      request_log_url: `https://dashboard.stripe.com/logs/req_${hex(i, 14)}?t=${1_790_000_000 + i}`,
    },
  }),
  WeatherAPI: (i) => ({
    location: { name: "Lisbon", localtime: `2026-11-27 22:0${i % 10}`, localtime_epoch: 1_790_000_000 + i * 60 },
    current: { temp_c: 17, condition: { text: "Clear" } },
  }),
  Starlette: (i) => ({ detail: "Not Found", process_time: 0.001 * i + 0.0001 }),
  "limits in headers": (i) => ({
    headers: { "x-ratelimit-limit": "60", "x-ratelimit-used": `${i}`, "x-ratelimit-resource": "core" },
    message: "Not Found",
  }),
  Qdrant: (i) => ({ result: [], status: "ok", time: 0.000012 + i / 1e6 }),
  "Qdrant, fast": (i) => `{"status":{"error":"no such collection"},"time":${1 + i}.5e-05}`,
  Loki: (i) => ({ result: [], stats: { bytesProcessedPerSecond: 102_188 + i, execTime: 0.001 + i / 1e5 } }),
  EXPLAIN: (i) =>
    `Seq Scan on customers (cost=0.00..458.00 rows=1) (actual time=0.0${10 + i}..${i}.692 rows=1 loops=1)\n Planning Time: 0.${100 + i} ms`,
  gcloud: (i) =>
    `ERROR: (gcloud.run.deploy) Image gcr.io/demo/app:latest not found in this project\nLog file: /root/.config/gcloud/logs/2026.11.27/09.2${i % 10}.36.${599_267 + i}.log`,
  CoinGecko: (i) => ({ bitcoin: { usd: 67_187.33, last_updated_at: 1_790_000_000 + i } }),
  "a chat completion's id": (i) => ({
    id: `chatcmpl-Ag8${i}RlsajPJe${i}vRLC`,
    content: "The capital of France is Paris, on the river Seine.",
  }),
  ClickHouse: (i) =>
    `2 rows in set. Elapsed: 0.0${10 + i} sec. Processed 86.40 thousand rows (${40 + i}.3 million rows/s., 7${i}.33 MB/s.)`,
  "git push": (i) =>
    `Writing objects: 100% (3/3), 312 bytes | ${102 + i}.19 KiB/s, done.\nerror: failed to push some refs`,
  BuildKit: (i) => `#6 [3/4] RUN npm ci\n#6 ${1 + i}.819 npm error: no package-lock.json`,
  "node --test": (i) => `not ok 1 - adds\n# fail 1\n# duration_ms ${61 + i}.646822`,
  RSpec: (i) =>
    `2 examples, 1 failure in the specification of the shopping cart of the shop\nRandomized with seed ${63_788 + i}`,
  "time -p": (i) => `make: no rule to make target\nreal 0.0${10 + i}\nuser 0.0${11 + i}\nsys 0.00`,
  "time -v": (i) => `no such file\n\tUser time (seconds): 0.0${10 + i}\n\tExit status: 2`,
  ping: (i) => `2 packets transmitted, 0% packet loss\nrtt min/avg/max/mdev = 9.9${i}/10.5${i}/16.9/1.4 ms`,
  Go: (i) => `panic: invalid memory address or nil pointer dereference\ngoroutine ${65 + i} [running]:\nmain.total()`,
  Rust: (i) => `thread 'main' (${1_599_267 + i}) panicked at src/main.rs:4:5: called unwrap on a None value here`,
  klog: (i) => `W0314 09:26:53.${100_000 + i} ${4000 + i} memcache.go:265] couldn't get the current list of API groups`,
  Airtable: (i) => ({ error: "no such record", "airtable-request-id": `reqAg8${i}Rlsa9ceIZ` }),
  "a label in a string of JSON": (i) => ({ body: `not found\nspeed_download: ${5864 + i}\ntime_total: 0.${100 + i}` }),
  "a line of a log": (i) => `${iso(i).slice(0, 23).replace("T", " ")} ERROR [worker-${i}] order 7 is closed`,
  "a level before the time": (i) => `INFO ${iso(i)} order 7 is closed`,
  logfmt: (i) => `time="${iso(i)}" level=info msg="order 7 is closed"`,
  syslog: (i) => `Nov 28 12:0${i % 10}:07 host cart[${1000 + i}]: order 7 is closed`,
  Gin: (i) => `[GIN] 2026/11/28 - 12:0${i % 10}:07 | 200 | GET "/orders/7"`,
  nginx: (i) => `2026/11/28 12:0${i % 10}:07 [error] ${900 + i}#${800 + i}: *${40 + i} open() "/x" gave nothing`,
  Uvicorn: (i) => `INFO: 127.0.0.1:${50_000 + i} - "GET /orders/7 HTTP/1.1" 200 OK`,
  RabbitMQ: (i) => `channel closed: no queue 'orders' in vhost '/', connection <0.${900 + i}.0>`,
  logrus: (i) => `ERRO[000${i % 10}] order 7 is closed`,
  "a shell": (i) => `./run.sh: line 3: ${1000 + i} Segmentation fault (core dumped) ./a.out`,
  Prometheus: (i) => ({
    status: "success",
    data: { result: [{ metric: { job: "api" }, value: [1_790_000_000.5 + i, "0"] }] },
  }),
  "an error with an id": (i) => ({ id: uuid(i), error: "No such customer" }),
  "GitHub, a request id": (i) => `You need admin rights. Quote the request ID ${hex(i, 4)}:${hex(i, 6)}:1`,
  "ASP.NET Core": (i) => `fail: Connection id "0HN${hex(i, 10)}": order 7 is closed`,
  "a cookie": (i) => `HTTP/2 403\nset-cookie: __cf_bm=${hex(i, 20)}.x; path=/\n\nForbidden`,
  "time of bash": (i) => `no rule\n\nreal\t0m${i}.345s\nuser\t0m0.0${10 + i}s`,
  "time of GNU": (i) => `no rule\n0.${10 + i}user 0.0${10 + i}system 0:0${i % 10}.12elapsed ${20 + i}%CPU`,
  pytest: (i) => `1 failed, 3 passed in ${i % 2 ? "12.34s" : `7${i}.12s (0:01:1${i % 10})`}`,
  Maven: (i) => `[INFO] BUILD FAILURE\n[INFO] Total time:  ${i % 2 ? "12.345 s" : `0${i % 10}:13 min`}`,
  "minutes and seconds": (i) => `no targets\nDuration: ${i % 2 ? "12.3s" : "1m 23s"}`,
  "Elapsed of SQL*Plus": (i) => `no rows selected\nElapsed: 00:00:0${i % 10}.1${i % 10}`,
  German: (i) => `Bau fehlgeschlagen\nDauer: 3,1${i} Sekunden`,
  Chinese: (i) => `编译失败\n用时 3.1${i} 秒`,
  Cline: (i) => `not allowed\n\n<environment_details>\n# Current Time\n${iso(i)}\n</environment_details>`,
  OpenHands: (i) => `no file\n###PS1JSON###\n{"pid": "${900 + i}"}\n###PS1END###`,
  "a reference of a page": (i) => `Access denied. Ref ${token(i, 4)}9K${token(i, 4)}`,
  "a signed address": (i) => `Your export is ready for fifteen minutes: https://e.example/r.csv?sig=${token(i, 43)}%3D`,
  "a cursor of AWS": (i) => ({ items: [{ name: "Blue mug" }], nextToken: `${token(i, 120)}==` }),
  "a form": (i) => `<input name="authenticity_token" value="${token(i, 86)}"><p>Invalid email or password.</p>`,
  "a date beside an error": (i) => ({ error: { message: "No such item", date: iso(i).slice(0, 19) } }),
  "a port of a client": (i) => `Failed password for invalid user admin from 203.0.113.7 port ${40000 + 7 * i} ssh2`,
  ps: (i) => `  PID %CPU COMMAND\n${1000 + i} ${i}.5 node server.js`,
  "a file with its time": (i) => `error: no such member\nlog: /root/.config/logs/2026.03.14/09.${10 + i}.53.599267.log`,
  "a failing log": (i) =>
    `${iso(i)} [pid ${400 + i}] ERROR connection to the database was refused\n${iso(i + 1)} [pid ${400 + i}] request ${uuid(i)} failed after ${10 + i} ms\nexit status 1`,
};

describe.each(PACES)("the same at %d s a step", (pace) => {
  it.each(Object.keys(SAME))("%s", (name) => {
    expect(refusedAt([SAME[name] as Kind], 10, pace)).toBeLessThanOrEqual(4);
    expect(refusedAt([SAME[name] as Kind], 10, pace, true)).toBeLessThanOrEqual(4);
  });
});
