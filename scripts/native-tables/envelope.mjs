/**
 * Names of members and labels that say something about the answer alone, in lower case without what stands between words,
 * each with whose answers have it; by where they count and which values they take (native/src/text/envelope_names.c). Never
 * job, token, name, next, cursor or time: these are what an answer may be about; nor, but beside it (ASIDES), id, now, created.
 */
import { header } from "./c-text.mjs";
import {
  ASIDES,
  CLOCK_STEMS,
  CLOCKS,
  CONTENT_HEADERS,
  CONTENT_STEMS,
  LISTS,
  NEWS_STEMS,
  NONE_FOUND,
  of,
  PAYLOADS,
  QUOTA_LEFT,
  QUOTA_STEMS,
  SAYINGS,
  STATISTICS,
  WORK_STEMS,
  WORK_UNITS,
} from "./envelope-words.mjs";

/** Whole names. SIGNED: behind a _ or $. */
const WHOLE = [
  [
    "MEMBER",
    "LG_OF_EPOCH",
    {
      dt: "OpenWeather",
      ts: "zap",
      txnts: "Fauna",
      ttl: "DNS over HTTPS",
      lastupdatedat: "CoinGecko",
      ...of("Datadog", "fromdate todate"),
    },
  ],
  [
    "LABEL",
    "LOOSE",
    {
      id: "hosting pages",
      event: "Sentry",
      ...of("APIs", "req operation"),
      shell: "Cursor",
      digest: "Next.js",
      session: "browsers",
      request: "OpenAI",
      incident: "firewalls",
      reference: "Akamai",
      trackingid: "Webex",
      trackingnumber: "gcloud",
      ...of("support pages", "errorreference supportreference"),
    },
  ],
  [
    "MEMBER",
    "NUMBER",
    {
      ms: "Node.js",
      ...of("Claude Code", "costusd tooluses totalcostusd totaltoolusecount"),
      ttfb: "curl, browsers",
      parsetiming: "Wolfram Alpha",
      ttft: "model servers",
      qtime: "Solr",
      creditsused: "Firecrawl",
      cacheage: "caches",
      expiresin: "OAuth 2",
      localport: "curl -w",
      timeusedms: "Pinot",
      ...of("Ollama, Gemini", "tokencount totaltokencount"),
      avglogprobs: "Gemini",
      lastcontact: "Consul, Nomad",
      executiontimeinmilliseconds: "Azure",
      requestcharge: "Cosmos DB",
      openaiprocessingms: "OpenAI",
      ...of("Keepa, Azure", "processingtimeinms processingtimeinmilliseconds"),
      executioncount: "Jupyter, E2B",
      deliveryattempt: "Pub/Sub",
      totalretrydelay: "AWS SDK",
    },
  ],
  ["MEMBER", "ANY", { nel: "headers", reportto: "headers", servertiming: "headers", cfcachestatus: "headers" }],
  [
    "MEMBER",
    "LG_OF_OPAQUE",
    {
      ...of("services on Kubernetes", "pod podname hostname"),
      etag: "Google",
      resultid: "LSP",
      searchid: "search APIs",
    },
  ],
  ["LABEL", "ID | LOOSE", { ref: "Playwright, payment pages" }],
  [
    "LABEL",
    "ID",
    {
      ariaref: "Playwright",
      uid: "Chrome's MCP server",
      xid: "Varnish",
      nonce: "CSP",
      ...of("Claude Code", "bashid shellid"),
      hostid: "S3",
      yourip: "Cloudflare",
      chunkid: "Codex",
    },
  ],
  ["LABEL", "HOST", { tid: "Sidekiq", buildscan: "Gradle" }],
  [
    "MEMBER",
    "CLOCK",
    {
      asof: "finance APIs",
      readtime: "Firestore",
      ...of("WeatherAPI", "localtime localtimeepoch"),
      timestamp: "Spring Boot",
      ...of("Binance", "servertime servertimestamp"),
      lastchecked: "health checks",
      requesttime: "AWS",
      timestampms: "Kafka, APIs",
      curtimestamp: "MediaWiki",
      ...of("MySQL, HANA", "currenttimestamp sysdate"),
      ...of("APIs", "serverdate responsedate querydate fetchdate dategenerated generatedon retrievedon"),
      receivetimestamp: "Google",
      ...of("API Gateway", "requesttimeepoch timestampns"),
      ...of("Kubernetes", "lastprobetime lastheartbeattime"),
      ...of("APIs", "requesttimestamp responsetimestamp"),
    },
  ],
  ["BOTH", "DATE", { date: "HTTP", expires: "HTTP", lastmodified: "HTTP" }],
  ["SIGNED", "BOX", { meta: "MCP", request: "Brave", metadata: "AWS SDK", clustertime: "MongoDB" }],
  [
    "BOTH",
    "ID",
    {
      pgid: "Gemini CLI",
      ...of("Cloudflare", "cfray rayid"),
      logid: "Baidu, Coze",
      reqid: "Fastify, pino",
      amzid2: "S3",
      eagleid: "Alibaba",
      csrftoken: "Django, Rails",
      ...of("Django, Rails, Angular, ASP.NET", "csrfmiddlewaretoken authenticitytoken xsrftoken"),
      debugtoken: "Symfony",
      ...of("DocuSign, MSAL", "tracetoken correlationtoken correlationcontext"),
      supportid: "F5",
      tooluseid: "Anthropic",
      requestuid: "Meilisearch",
      toolcallid: "model APIs",
      ...of("W3C", "tracestate traceparent"),
      requestuuid: "Apple, Zoom",
      sentrytrace: "Sentry",
      connectionid: "ASP.NET Core",
      invocationid: "AWS",
      ...of("Stripe", "idempotencykey originalrequest"),
      resourceversion: "Kubernetes",
    },
  ],
  [
    "BOTH",
    "NUMBER",
    {
      took: "Elasticsearch",
      ...of(
        "curl -w",
        "timetotal speedupload timeconnect speeddownload timeappconnect timenamelookup timepretransfer timestarttransfer",
      ),
      ...of("HTTP, OpenAI", "retryafter retryafterms retryafterseconds"),
      tokensused: "agents",
      ...of("quotas", "remainingrequests requestsremaining"),
    },
  ],
  [
    "MEMBER",
    "ID",
    {
      ackid: "Pub/Sub",
      webenv: "NCBI",
      modhash: "Reddit",
      callid: "Responses API",
      agentid: "Claude Code",
      auditid: "Kubernetes",
      scrapeid: "Firecrawl",
      servedby: "caches",
      attemptid: "Svix",
      responseid: "Gemini",
      serverused: "Algolia",
      servingdata: "Google",
      generationid: "Cohere, OpenRouter",
      lastbookmarks: "Neo4j",
      requestlogurl: "Stripe",
      systemfingerprint: "OpenAI",
    },
  ],
  ["BOTH", "LOOSE", { trace: "APIs" }],
  ["MEMBER", "BOX | BESIDE", { rate: "OpenCage" }],
  ["MEMBER", "ID | BESIDE", { rid: "Crawlbase", sid: "Splunk", replicationindex: "Turso", sessionuuid: "Vitess" }],
  [
    "MEMBER",
    "NUMBER | BESIDE | LOOSE",
    {
      pid: "E2B",
      runningtime: "Metabase",
      serviceload: "Couchbase",
      timeinsec: "Pyright",
      ...of("RPC", "rtt roundtrip overhead wallclock"),
      ...of("APIs", "retryin retryinseconds retrydelay nextretryin"),
    },
  ],
  ["MEMBER", "CLOCK | BESIDE", { ...of("OKX", "intime outtime"), requestdate: "APIs" }],
  [
    "MEMBER",
    "BOX",
    {
      ...of("model APIs", "usage tokenusage"),
      xgroq: "Groq",
      tracing: "Apollo",
      modelusage: "Claude Code",
      ...of("New Relic", "timewindow performancestats"),
      costdetails: "OpenRouter",
      costdollars: "Exa",
      httpheaders: "clients",
      managedfields: "Kubernetes",
      usagemetadata: "Gemini",
      searchmetadata: "SerpApi",
      throttlestatus: "Shopify",
      limitinfo: "Salesforce",
      phasetook: "OpenSearch",
      requestinfo: "Segment",
      ...of("model APIs", "inputtokendetails inputtokensdetails outputtokendetails outputtokensdetails"),
      requestmeta: "LaunchDarkly",
      responsemetadata: "boto3",
    },
  ],
  [
    "MEMBER",
    "LG_OF_TOKEN",
    { offset: "Airtable", bookmark: "CouchDB", bookmarks: "Neo4j", ...of("Alipay, OKX", "sign sig hmac") },
  ],
  ["MEMBER", "TIMES", { timing: "Vespa", timings: "llama.cpp" }],
  ["BOTH", "ANY | LG_OF_LINE", { setcookie: "headers" }],
  ["LABEL", "NUMBER", { allocations: "Rails", finalmemory: "Maven" }],
  [
    "MEMBER",
    "MEASURED",
    { cost: "agents, Spider", responsecost: "LiteLLM", totalcost: "agents", tookseconds: "Weaviate" },
  ],
  ["MEMBER", "MOMENT", { operationtime: "MongoDB" }],
];

/** Names that end so, whatever is before; those of ids also as labels. */
const ENDINGS = [
  ["BOTH", "HOST", { requestid: "OpenAI, AWS, Stripe, Twilio", requestguid: "SharePoint" }],
  [
    "BOTH",
    "ID",
    {
      traceid: "Grafana, Weaviate",
      spanid: "OpenTelemetry",
      correlationid: "Entra, GitLab, HubSpot",
      queryid: "Algolia, ClickHouse",
      debugid: "PayPal",
      activityid: "Azure",
    },
  ],
  ["BOTH", "ID | CLOCK", { errorid: "Quarkus, Salesforce" }],
  [
    "MEMBER",
    "NUMBER",
    {
      tokens: "model APIs",
      inmillis: "Athena",
      processedpersecond: "Loki",
      tokenspersecond: "model servers",
      logprob: "OpenAI",
      slotms: "BigQuery",
      cputimens: "Pinot",
      ...of("Neo4j", "availableafter consumedafter"),
    },
  ],
  ["BOTH", "NUMBER", { timems: "Open-Meteo", timesec: "search APIs", timeseconds: "agents", apiusage: "Salesforce" }],
  ["MEMBER", "BOX", { timingsms: "Algolia" }],
  ["BOTH", "MEASURED", { time: "Qdrant, Groq, EXPLAIN" }],
  [
    "MEMBER",
    "LG_OF_TOKEN",
    {
      cursor: "GraphQL",
      pagetoken: "Google",
      nexttoken: "AWS",
      synctoken: "Google Calendar",
      continuationtoken: "S3, Azure",
      scrollid: "Elasticsearch",
      resumetoken: "MongoDB",
      deltatoken: "Microsoft Graph",
      signature: "webhooks",
    },
  ],
  [
    "LABEL",
    "LOOSE",
    {
      vorgangsnummer: "German authorities",
      protocolo: "Brazilian authorities",
      referenceid: "support pages",
      incidentid: "firewalls",
    },
  ],
  ["MEMBER", "LOOSE", { pspreference: "Adyen" }],
  ["LABEL", "MEASURED", { dauer: "in German", durata: "in Italian", duracion: "in Spanish" }],
];

/** Names that have this anywhere. */
const PARTS = [
  [
    "BOTH",
    "NUMBER",
    {
      duration: "Claude Code, Ollama",
      elapsed: "ClickHouse, Datadog",
      latency: "Bedrock",
      timetaken: "SerpApi",
      uptime: "Redis, health checks",
      timemillis: "MongoDB",
    },
  ],
  ["MEMBER", "TIMES", of("model APIs", "prompttoken completiontoken candidatestoken")],
  ["BOTH", "ANY", { ratelimit: "GitHub" }],
];

const wordsOf = (words) => (typeof words === "string" ? words.split(" ") : words);
const list = (name, words) =>
  `static const char *const ${name}[] = {${wordsOf(words)
    .map((word) => `"${word}"`)
    .join(", ")}};\n`;

const rowsOf = (groups) =>
  groups.flatMap(([where, kinds, names]) => Object.entries(names).map(([name, by]) => ({ name, where, kinds, by })));
const table = (name, rows) =>
  `static const known ${name}[] = {\n${rows.map((row) => `    KNOWN("${row.name}", ${row.kinds}, ${row.where}), /* ${row.by} */\n`).join("")}};\n`;

/** The tables in C: whole names by length and then by text, one behind the other, and what sorts of values they take. */
const whole = rowsOf(WHOLE).sort((a, b) => a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
const longest = whole.at(-1).name.length;
const sorts = [...new Set(whole.map((row) => `KNOWN("", ${row.kinds}, ${row.where})`))];
const shorter = (len) => whole.filter((row) => row.name.length < len);
const lengths = Array.from({ length: longest + 2 }, (_, len) => len);

export const envelopeNames = header(
  "LG_ENVELOPE_NAMES_GEN_H",
  "envelope.mjs",
  `static const char WHOLE_NAMES[] =
${whole.map((row) => `    "${row.name}" /* ${row.by} */\n`).join("")}    "";
static const known SORTS[] = {${sorts.join(", ")}};
static const uint8_t SORT_OF[] = {${whole.map((row) => sorts.indexOf(`KNOWN("", ${row.kinds}, ${row.where})`)).join(", ")}};
enum { LONGEST_KNOWN = ${longest} };
/* Where the names of each length begin, counted in names and in bytes. */
static const uint8_t FIRST_OF[LONGEST_KNOWN + 2] = {${lengths.map((len) => shorter(len).length).join(", ")}};
static const uint16_t BYTES_TO[LONGEST_KNOWN + 1] = {${lengths
    .slice(0, -1)
    .map((len) => shorter(len).reduce((sum, row) => sum + row.name.length, 0))
    .join(", ")}};

${table("ENDINGS", [...rowsOf(ENDINGS), ...CLOCKS, ...rowsOf(ASIDES)])}
${table("PARTS", rowsOf(PARTS))}
${list("CONTENT_STEMS", CONTENT_STEMS)}${list("CLOCK_STEMS", CLOCK_STEMS)}${list("WORK_STEMS", WORK_STEMS)}${list("WORK_UNITS", WORK_UNITS)}static const char PAYLOADS[] = "${PAYLOADS}", NONE_FOUND[] = "${NONE_FOUND}", LISTS[] = "${LISTS}", SAYINGS[] = "${SAYINGS}";
${list("NEWS_STEMS", NEWS_STEMS.split(" "))}${list("QUOTA_STEMS", QUOTA_STEMS)}${list("QUOTA_LEFT", QUOTA_LEFT)}${list("STATISTICS", STATISTICS)}${list("CONTENT_HEADERS", CONTENT_HEADERS.split(" "))}`,
);
