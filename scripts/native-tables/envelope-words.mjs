/** What names of members and labels are made of, and what an answer is about, for envelope.mjs. */

/** Names that one has: "a b" of curl is { a: "curl", b: "curl" }. */
export const of = (who, names) => Object.fromEntries(names.split(" ").map((name) => [name, who]));

/** Names that end so, if what the answer is about stands beside them (lg__payload), as do ids of any kind. */
export const ASIDES = [
  [
    "MEMBER",
    "ID | BESIDE",
    {
      uuid: "APIs",
      seq: "CouchDB",
      revision: "etcd",
      etag: "OData",
      lsn: "PostgreSQL",
      ...of("Snowflake", "statementhandle statementstatusurl"),
    },
  ],
  [
    "MEMBER",
    "HOST | BESIDE",
    {
      node: "Kagi",
      region: "D1",
      ...of("APIs", "server worker backend instance"),
      host: "Druid",
      provider: "OpenRouter",
      handledby: "Apify",
      ...of("ServiceNow, Kubernetes", "nodename servername machinename"),
      ...of("Cloudflare, Fastly", "colo datacenter edgelocation replica"),
      ...of("access logs", "clientip remoteip remoteaddr remoteaddress localaddress upstreamaddr podip"),
    },
  ],
  [
    "MEMBER",
    "CLOCK | BESIDE",
    {
      now: "APIs",
      created: "Deepgram",
      ...of("BigQuery", "endtime starttime creationtime"),
      createdon: "Snowflake",
      createdat: "Ollama",
    },
  ],
  ["MEMBER", "ID | BESIDE | LOOSE", { executionid: "n8n" }],
  [
    "MEMBER",
    "NUMBER | BESIDE | LOOSE",
    {
      credits: "Shodan",
      apibalance: "Kagi",
    },
  ],
  ["MEMBER", "NUMBER | BESIDE | LOOSE", { ...of("Judge0, sandboxes", "memory memoryused memorykb memorybytes") }],
  [
    "MEMBER",
    "BOX | BESIDE | LOOSE",
    {
      headers: "clients",
      performance: "turbopuffer",
      profile: "Elasticsearch",
      costs: "Spider",
      debug: "APIs",
      ...of("APIs", "debuginfo responseinfo timinginfo"),
      searchinformation: "Google",
    },
  ],
  [
    "MEMBER",
    "BOX | BESIDE",
    {
      meta: "Kagi, Cloudflare",
      metadata: "APIs",
      stats: "Trino, Loki, ESLint",
      statistics: "CloudWatch, Azure Monitor",
      header: "etcd, Jupyter",
      extensions: "GraphQL",
      metrics: "Tempo",
    },
  ],
];

/** The requests of a forge are what an answer is about. */
export const CONTENT_STEMS = ["pull", "merge", "change"];
/** When the answer was made is not: startedAt, served_in_ms; when a thing was created, closed or updated is. */
export const CLOCK_STEMS =
  "ended cached served checked crawled fetched queried scraped started executed finished received refreshed evaluated generated rendered collected processed requested responded retrieved".split(
    " ",
  );
export const CLOCKS = CLOCK_STEMS.map((stem) => ({ name: `${stem}at`, where: "MEMBER", kinds: "CLOCK", by: "APIs" }));
/** What takes a time of its own: query_time, executionTime, server_ms; the first eleven also as labels. */
export const WORK_STEMS =
  "cpu exec took wall query search process planning response execution processing db api dns tls run eval load fetch model queue total prompt render server engine backend compute connect decode network overhead prefill predict upstream estimated inference clock generation actual startup request handler tool call parse http sql embed embedding rerank lookup cache auth scan user sys real gc llm completion retrieval overall analysis validation provider first token step queued blocked handshake parsing encoding decoding compile fetching sorting ssl tcp origin edge time";
/** The units of these. */
export const WORK_UNITS = "time seconds secs ms millis ns nanos us micros msec".split(" ");
/** What is counted for the caller, and what is left of it or was used: remaining_api_calls, creditsLeft, query_cost. */
export const QUOTA_STEMS = "credit quota calls requests requestcost token quer searches concurrency complexity".split(
  " ",
);
export const QUOTA_LEFT = "remain left sused monthlyused consumed charged cost callsmade".split(" ");
/** What many calls took on the whole is what one asks for: p99_latency, avgDuration. */
export const STATISTICS = ["p50", "p75", "p90", "p95", "p99", "avg", "average", "mean", "median"];
/** Headers that begin with x- are about the transport, but not with one of the first nine, which count, point to more or are
 * a place; objects like meta are about the answer, but not with members that end so, which are about its content. */
export const CONTENT_HEADERS =
  "count total page next link cursor pos axis coord version status state progress name title generation text message results items rows location range offset";

/** Ids with one of these in their names may be news though what the answer is about stands beside them. */
export const NEWS_STEMS =
  "pull merge change next until due token secret key url sha commit hash sum digest version order update modif seen last depart arriv expir publish deploy posit offset progress wait left remain build start frame endms timeout interv delay max min threshold";

/** What an answer is about, as a list or an object; as a list, though it is empty; as a list alone; as a text. */
export const PAYLOADS =
  "results hits rows choices candidates predictions matches response output outputs kvs result body embeddings";
export const NONE_FOUND = "results hits rows matches series";
export const LISTS = "data value content features organic organic_results embeddings";
export const SAYINGS = "output response answer stdout stderr raw completion markdown context summary transcript";
