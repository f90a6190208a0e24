/* Made by scripts/build-native-tables.mjs from envelope.mjs. Not to be edited. */
/* clang-format off */
#ifndef LG_ENVELOPE_NAMES_GEN_H
#define LG_ENVELOPE_NAMES_GEN_H

static const known KNOWN_NAMES[] = {
    KNOWN("dt", LG_OF_EPOCH, MEMBER), /* OpenWeather */
    KNOWN("id", LOOSE, LABEL), /* hosting pages */
    KNOWN("ms", NUMBER, MEMBER), /* Node.js */
    KNOWN("ts", LG_OF_EPOCH, MEMBER), /* zap */
    KNOWN("nel", ANY, MEMBER), /* headers */
    KNOWN("pid", NUMBER | BESIDE | LOOSE, MEMBER), /* E2B */
    KNOWN("pod", LG_OF_OPAQUE, MEMBER), /* services on Kubernetes */
    KNOWN("ref", ID | LOOSE, LABEL), /* Playwright, payment pages */
    KNOWN("req", LOOSE, LABEL), /* APIs */
    KNOWN("rid", ID | BESIDE, MEMBER), /* Crawlbase */
    KNOWN("rtt", NUMBER | BESIDE | LOOSE, MEMBER), /* RPC */
    KNOWN("sid", ID | BESIDE, MEMBER), /* Splunk */
    KNOWN("sig", LG_OF_TOKEN, MEMBER), /* Alipay, OKX */
    KNOWN("tid", HOST, LABEL), /* Sidekiq */
    KNOWN("ttl", LG_OF_EPOCH, MEMBER), /* DNS over HTTPS */
    KNOWN("uid", ID, LABEL), /* Chrome's MCP server */
    KNOWN("xid", ID, LABEL), /* Varnish */
    KNOWN("asof", CLOCK, MEMBER), /* finance APIs */
    KNOWN("cost", MEASURED, MEMBER), /* agents, Spider */
    KNOWN("date", DATE, BOTH), /* HTTP */
    KNOWN("etag", LG_OF_OPAQUE, MEMBER), /* Google */
    KNOWN("hmac", LG_OF_TOKEN, MEMBER), /* Alipay, OKX */
    KNOWN("meta", BOX, SIGNED), /* MCP */
    KNOWN("pgid", ID, BOTH), /* Gemini CLI */
    KNOWN("sign", LG_OF_TOKEN, MEMBER), /* Alipay, OKX */
    KNOWN("took", NUMBER, BOTH), /* Elasticsearch */
    KNOWN("ttfb", NUMBER, MEMBER), /* curl, browsers */
    KNOWN("ttft", NUMBER, MEMBER), /* model servers */
    KNOWN("ackid", ID, MEMBER), /* Pub/Sub */
    KNOWN("cfray", ID, BOTH), /* Cloudflare */
    KNOWN("event", LOOSE, LABEL), /* Sentry */
    KNOWN("logid", ID, BOTH), /* Baidu, Coze */
    KNOWN("nonce", ID, LABEL), /* CSP */
    KNOWN("qtime", NUMBER, MEMBER), /* Solr */
    KNOWN("rayid", ID, BOTH), /* Cloudflare */
    KNOWN("reqid", ID, BOTH), /* Fastify, pino */
    KNOWN("shell", LOOSE, LABEL), /* Cursor */
    KNOWN("trace", LOOSE, BOTH), /* APIs */
    KNOWN("usage", BOX, MEMBER), /* model APIs */
    KNOWN("xgroq", BOX, MEMBER), /* Groq */
    KNOWN("amzid2", ID, BOTH), /* S3 */
    KNOWN("bashid", ID, LABEL), /* Claude Code */
    KNOWN("callid", ID, MEMBER), /* Responses API */
    KNOWN("digest", LOOSE, LABEL), /* Next.js */
    KNOWN("hostid", ID, LABEL), /* S3 */
    KNOWN("intime", CLOCK | BESIDE, MEMBER), /* OKX */
    KNOWN("offset", LG_OF_TOKEN, MEMBER), /* Airtable */
    KNOWN("timing", TIMES, MEMBER), /* Vespa */
    KNOWN("todate", LG_OF_EPOCH, MEMBER), /* Datadog */
    KNOWN("webenv", ID, MEMBER), /* NCBI */
    KNOWN("yourip", ID, LABEL), /* Cloudflare */
    KNOWN("agentid", ID, MEMBER), /* Claude Code */
    KNOWN("auditid", ID, MEMBER), /* Kubernetes */
    KNOWN("chunkid", ID, LABEL), /* Codex */
    KNOWN("costusd", NUMBER, MEMBER), /* Claude Code */
    KNOWN("eagleid", ID, BOTH), /* Alibaba */
    KNOWN("expires", DATE, BOTH), /* HTTP */
    KNOWN("modhash", ID, MEMBER), /* Reddit */
    KNOWN("outtime", CLOCK | BESIDE, MEMBER), /* OKX */
    KNOWN("podname", LG_OF_OPAQUE, MEMBER), /* services on Kubernetes */
    KNOWN("request", LOOSE, LABEL), /* OpenAI */
    KNOWN("request", BOX, SIGNED), /* Brave */
    KNOWN("retryin", NUMBER | BESIDE | LOOSE, MEMBER), /* APIs */
    KNOWN("session", LOOSE, LABEL), /* browsers */
    KNOWN("shellid", ID, LABEL), /* Claude Code */
    KNOWN("sysdate", CLOCK, MEMBER), /* MySQL, HANA */
    KNOWN("timings", TIMES, MEMBER), /* llama.cpp */
    KNOWN("tracing", BOX, MEMBER), /* Apollo */
    KNOWN("bookmark", LG_OF_TOKEN, MEMBER), /* CouchDB */
    KNOWN("cacheage", NUMBER, MEMBER), /* caches */
    KNOWN("fromdate", LG_OF_EPOCH, MEMBER), /* Datadog */
    KNOWN("hostname", LG_OF_OPAQUE, MEMBER), /* services on Kubernetes */
    KNOWN("incident", LOOSE, LABEL), /* firewalls */
    KNOWN("metadata", BOX, SIGNED), /* AWS SDK */
    KNOWN("overhead", NUMBER | BESIDE | LOOSE, MEMBER), /* RPC */
    KNOWN("readtime", CLOCK, MEMBER), /* Firestore */
    KNOWN("reportto", ANY, MEMBER), /* headers */
    KNOWN("resultid", LG_OF_OPAQUE, MEMBER), /* LSP */
    KNOWN("scrapeid", ID, MEMBER), /* Firecrawl */
    KNOWN("searchid", LG_OF_OPAQUE, MEMBER), /* search APIs */
    KNOWN("servedby", ID, MEMBER), /* caches */
    KNOWN("tooluses", NUMBER, MEMBER), /* Claude Code */
    KNOWN("attemptid", ID, MEMBER), /* Svix */
    KNOWN("buildscan", HOST, LABEL), /* Gradle */
    KNOWN("csrftoken", ID, BOTH), /* Django, Rails */
    KNOWN("expiresin", NUMBER, MEMBER), /* OAuth 2 */
    KNOWN("fetchdate", CLOCK, MEMBER), /* APIs */
    KNOWN("limitinfo", BOX, MEMBER), /* Salesforce */
    KNOWN("localport", NUMBER, MEMBER), /* curl -w */
    KNOWN("localtime", CLOCK, MEMBER), /* WeatherAPI */
    KNOWN("operation", LOOSE, LABEL), /* APIs */
    KNOWN("phasetook", BOX, MEMBER), /* OpenSearch */
    KNOWN("querydate", CLOCK, MEMBER), /* APIs */
    KNOWN("reference", LOOSE, LABEL), /* Akamai */
    KNOWN("roundtrip", NUMBER | BESIDE | LOOSE, MEMBER), /* RPC */
    KNOWN("setcookie", ANY | LG_OF_LINE, BOTH), /* headers */
    KNOWN("supportid", ID, BOTH), /* F5 */
    KNOWN("timestamp", CLOCK, MEMBER), /* Spring Boot */
    KNOWN("timetotal", NUMBER, BOTH), /* curl -w */
    KNOWN("tooluseid", ID, BOTH), /* Anthropic */
    KNOWN("totalcost", MEASURED, MEMBER), /* agents */
    KNOWN("wallclock", NUMBER | BESIDE | LOOSE, MEMBER), /* RPC */
    KNOWN("xsrftoken", ID, BOTH), /* Django, Rails, Angular, ASP.NET */
    KNOWN("debugtoken", ID, BOTH), /* Symfony */
    KNOWN("modelusage", BOX, MEMBER), /* Claude Code */
    KNOWN("requestuid", ID, BOTH), /* Meilisearch */
    KNOWN("responseid", ID, MEMBER), /* Gemini */
    KNOWN("retrydelay", NUMBER | BESIDE | LOOSE, MEMBER), /* APIs */
    KNOWN("serverdate", CLOCK, MEMBER), /* APIs */
    KNOWN("servertime", CLOCK, MEMBER), /* Binance */
    KNOWN("serverused", ID, MEMBER), /* Algolia */
    KNOWN("timeusedms", NUMBER, MEMBER), /* Pinot */
    KNOWN("timewindow", BOX, MEMBER), /* New Relic */
    KNOWN("tokenusage", BOX, MEMBER), /* model APIs */
    KNOWN("toolcallid", ID, BOTH), /* model APIs */
    KNOWN("tracestate", ID, BOTH), /* W3C */
    KNOWN("tracetoken", ID, BOTH), /* DocuSign, MSAL */
    KNOWN("trackingid", LOOSE, LABEL), /* Webex */
    KNOWN("allocations", NUMBER, LABEL), /* Rails */
    KNOWN("avglogprobs", NUMBER, MEMBER), /* Gemini */
    KNOWN("clustertime", BOX, SIGNED), /* MongoDB */
    KNOWN("costdetails", BOX, MEMBER), /* OpenRouter */
    KNOWN("costdollars", BOX, MEMBER), /* Exa */
    KNOWN("finalmemory", NUMBER, LABEL), /* Maven */
    KNOWN("generatedon", CLOCK, MEMBER), /* APIs */
    KNOWN("httpheaders", BOX, MEMBER), /* clients */
    KNOWN("lastchecked", CLOCK, MEMBER), /* health checks */
    KNOWN("lastcontact", NUMBER, MEMBER), /* Consul, Nomad */
    KNOWN("nextretryin", NUMBER | BESIDE | LOOSE, MEMBER), /* APIs */
    KNOWN("parsetiming", NUMBER, MEMBER), /* Wolfram Alpha */
    KNOWN("requestdate", CLOCK | BESIDE, MEMBER), /* APIs */
    KNOWN("requestinfo", BOX, MEMBER), /* Segment */
    KNOWN("requestmeta", BOX, MEMBER), /* LaunchDarkly */
    KNOWN("requesttime", CLOCK, MEMBER), /* AWS */
    KNOWN("requestuuid", ID, BOTH), /* Apple, Zoom */
    KNOWN("retrievedon", CLOCK, MEMBER), /* APIs */
    KNOWN("sentrytrace", ID, BOTH), /* Sentry */
    KNOWN("servingdata", ID, MEMBER), /* Google */
    KNOWN("speedupload", NUMBER, BOTH), /* curl -w */
    KNOWN("timeconnect", NUMBER, BOTH), /* curl -w */
    KNOWN("timestampms", CLOCK, MEMBER), /* Kafka, APIs */
    KNOWN("timestampns", CLOCK, MEMBER), /* API Gateway */
    KNOWN("tookseconds", MEASURED, MEMBER), /* Weaviate */
    KNOWN("traceparent", ID, BOTH), /* W3C */
    KNOWN("connectionid", ID, BOTH), /* ASP.NET Core */
    KNOWN("curtimestamp", CLOCK, MEMBER), /* MediaWiki */
    KNOWN("generationid", ID, MEMBER), /* Cohere, OpenRouter */
    KNOWN("invocationid", ID, BOTH), /* AWS */
    KNOWN("lastmodified", DATE, BOTH), /* HTTP */
    KNOWN("responsedate", CLOCK, MEMBER), /* APIs */
    KNOWN("servertiming", ANY, MEMBER), /* headers */
    KNOWN("totalcostusd", NUMBER, MEMBER), /* Claude Code */
    KNOWN("cfcachestatus", ANY, MEMBER), /* headers */
    KNOWN("dategenerated", CLOCK, MEMBER), /* APIs */
    KNOWN("lastbookmarks", ID, MEMBER), /* Neo4j */
    KNOWN("lastprobetime", CLOCK, MEMBER), /* Kubernetes */
    KNOWN("lastupdatedat", LG_OF_EPOCH, MEMBER), /* CoinGecko */
    KNOWN("managedfields", BOX, MEMBER), /* Kubernetes */
    KNOWN("operationtime", MOMENT, MEMBER), /* MongoDB */
    KNOWN("requestcharge", NUMBER, MEMBER), /* Cosmos DB */
    KNOWN("requestlogurl", ID, MEMBER), /* Stripe */
    KNOWN("speeddownload", NUMBER, BOTH), /* curl -w */
    KNOWN("usagemetadata", BOX, MEMBER), /* Gemini */
    KNOWN("errorreference", LOOSE, LABEL), /* support pages */
    KNOWN("executioncount", NUMBER, MEMBER), /* Jupyter, E2B */
    KNOWN("idempotencykey", ID, BOTH), /* Stripe */
    KNOWN("localtimeepoch", CLOCK, MEMBER), /* WeatherAPI */
    KNOWN("retryinseconds", NUMBER | BESIDE | LOOSE, MEMBER), /* APIs */
    KNOWN("searchmetadata", BOX, MEMBER), /* SerpApi */
    KNOWN("throttlestatus", BOX, MEMBER), /* Shopify */
    KNOWN("timeappconnect", NUMBER, BOTH), /* curl -w */
    KNOWN("timenamelookup", NUMBER, BOTH), /* curl -w */
    KNOWN("trackingnumber", LOOSE, LABEL), /* gcloud */
    KNOWN("deliveryattempt", NUMBER, MEMBER), /* Pub/Sub */
    KNOWN("originalrequest", ID, BOTH), /* Stripe */
    KNOWN("resourceversion", ID, BOTH), /* Kubernetes */
    KNOWN("servertimestamp", CLOCK, MEMBER), /* Binance */
    KNOWN("timepretransfer", NUMBER, BOTH), /* curl -w */
    KNOWN("totalretrydelay", NUMBER, MEMBER), /* AWS SDK */
    KNOWN("correlationtoken", ID, BOTH), /* DocuSign, MSAL */
    KNOWN("currenttimestamp", CLOCK, MEMBER), /* MySQL, HANA */
    KNOWN("performancestats", BOX, MEMBER), /* New Relic */
    KNOWN("receivetimestamp", CLOCK, MEMBER), /* Google */
    KNOWN("replicationindex", ID | BESIDE, MEMBER), /* Turso */
    KNOWN("requesttimeepoch", CLOCK, MEMBER), /* API Gateway */
    KNOWN("requesttimestamp", CLOCK, MEMBER), /* APIs */
    KNOWN("responsemetadata", BOX, MEMBER), /* boto3 */
    KNOWN("supportreference", LOOSE, LABEL), /* support pages */
    KNOWN("authenticitytoken", ID, BOTH), /* Django, Rails, Angular, ASP.NET */
    KNOWN("lastheartbeattime", CLOCK, MEMBER), /* Kubernetes */
    KNOWN("remainingrequests", NUMBER, BOTH), /* quotas */
    KNOWN("requestsremaining", NUMBER, BOTH), /* quotas */
    KNOWN("responsetimestamp", CLOCK, MEMBER), /* APIs */
    KNOWN("systemfingerprint", ID, MEMBER), /* OpenAI */
    KNOWN("timestarttransfer", NUMBER, BOTH), /* curl -w */
    KNOWN("totaltoolusecount", NUMBER, MEMBER), /* Claude Code */
    KNOWN("correlationcontext", ID, BOTH), /* DocuSign, MSAL */
    KNOWN("csrfmiddlewaretoken", ID, BOTH), /* Django, Rails, Angular, ASP.NET */
};

enum { LONGEST_KNOWN = 19 };
/* Where the names of each length begin. */
static const uint8_t FIRST_OF[LONGEST_KNOWN + 2] = {0, 0, 0, 4, 17, 28, 40, 51, 68, 82, 103, 118, 144, 152, 163, 173, 179, 188, 196, 197, 198};

static const known ENDINGS[] = {
    KNOWN("requestid", HOST, BOTH), /* OpenAI, AWS, Stripe, Twilio */
    KNOWN("requestguid", HOST, BOTH), /* SharePoint */
    KNOWN("traceid", ID, BOTH), /* Grafana, Weaviate */
    KNOWN("spanid", ID, BOTH), /* OpenTelemetry */
    KNOWN("correlationid", ID, BOTH), /* Entra, GitLab, HubSpot */
    KNOWN("queryid", ID, BOTH), /* Algolia, ClickHouse */
    KNOWN("debugid", ID, BOTH), /* PayPal */
    KNOWN("activityid", ID, BOTH), /* Azure */
    KNOWN("errorid", ID | CLOCK, BOTH), /* Quarkus, Salesforce */
    KNOWN("tokens", NUMBER, MEMBER), /* model APIs */
    KNOWN("tokencount", NUMBER, MEMBER), /* Ollama, Gemini */
    KNOWN("inmillis", NUMBER, MEMBER), /* Athena */
    KNOWN("processedpersecond", NUMBER, MEMBER), /* Loki */
    KNOWN("tokenspersecond", NUMBER, MEMBER), /* model servers */
    KNOWN("logprob", NUMBER, MEMBER), /* OpenAI */
    KNOWN("slotms", NUMBER, MEMBER), /* BigQuery */
    KNOWN("cputimens", NUMBER, MEMBER), /* Pinot */
    KNOWN("availableafter", NUMBER, MEMBER), /* Neo4j */
    KNOWN("consumedafter", NUMBER, MEMBER), /* Neo4j */
    KNOWN("timems", NUMBER, BOTH), /* Open-Meteo */
    KNOWN("timesec", NUMBER, BOTH), /* search APIs */
    KNOWN("timeseconds", NUMBER, BOTH), /* agents */
    KNOWN("apiusage", NUMBER, BOTH), /* Salesforce */
    KNOWN("timingsms", BOX, MEMBER), /* Algolia */
    KNOWN("tokensdetails", BOX, MEMBER), /* model APIs */
    KNOWN("tokendetails", BOX, MEMBER), /* model APIs */
    KNOWN("time", MEASURED, BOTH), /* Qdrant, Groq, EXPLAIN */
    KNOWN("cursor", LG_OF_TOKEN, MEMBER), /* GraphQL */
    KNOWN("pagetoken", LG_OF_TOKEN, MEMBER), /* Google */
    KNOWN("nexttoken", LG_OF_TOKEN, MEMBER), /* AWS */
    KNOWN("synctoken", LG_OF_TOKEN, MEMBER), /* Google Calendar */
    KNOWN("continuationtoken", LG_OF_TOKEN, MEMBER), /* S3, Azure */
    KNOWN("scrollid", LG_OF_TOKEN, MEMBER), /* Elasticsearch */
    KNOWN("resumetoken", LG_OF_TOKEN, MEMBER), /* MongoDB */
    KNOWN("deltatoken", LG_OF_TOKEN, MEMBER), /* Microsoft Graph */
    KNOWN("signature", LG_OF_TOKEN, MEMBER), /* webhooks */
    KNOWN("vorgangsnummer", LOOSE, LABEL), /* German authorities */
    KNOWN("protocolo", LOOSE, LABEL), /* Brazilian authorities */
    KNOWN("referenceid", LOOSE, LABEL), /* support pages */
    KNOWN("incidentid", LOOSE, LABEL), /* firewalls */
    KNOWN("pspreference", LOOSE, MEMBER), /* Adyen */
    KNOWN("dauer", MEASURED, LABEL), /* in German */
    KNOWN("durata", MEASURED, LABEL), /* in Italian */
    KNOWN("duracion", MEASURED, LABEL), /* in Spanish */
    KNOWN("endedat", CLOCK, MEMBER), /* APIs */
    KNOWN("cachedat", CLOCK, MEMBER), /* APIs */
    KNOWN("servedat", CLOCK, MEMBER), /* APIs */
    KNOWN("checkedat", CLOCK, MEMBER), /* APIs */
    KNOWN("crawledat", CLOCK, MEMBER), /* APIs */
    KNOWN("fetchedat", CLOCK, MEMBER), /* APIs */
    KNOWN("queriedat", CLOCK, MEMBER), /* APIs */
    KNOWN("scrapedat", CLOCK, MEMBER), /* APIs */
    KNOWN("startedat", CLOCK, MEMBER), /* APIs */
    KNOWN("executedat", CLOCK, MEMBER), /* APIs */
    KNOWN("finishedat", CLOCK, MEMBER), /* APIs */
    KNOWN("receivedat", CLOCK, MEMBER), /* APIs */
    KNOWN("refreshedat", CLOCK, MEMBER), /* APIs */
    KNOWN("evaluatedat", CLOCK, MEMBER), /* APIs */
    KNOWN("generatedat", CLOCK, MEMBER), /* APIs */
    KNOWN("renderedat", CLOCK, MEMBER), /* APIs */
    KNOWN("collectedat", CLOCK, MEMBER), /* APIs */
    KNOWN("processedat", CLOCK, MEMBER), /* APIs */
    KNOWN("requestedat", CLOCK, MEMBER), /* APIs */
    KNOWN("respondedat", CLOCK, MEMBER), /* APIs */
    KNOWN("retrievedat", CLOCK, MEMBER), /* APIs */
    KNOWN("uuid", ID | BESIDE, MEMBER), /* APIs */
    KNOWN("seq", ID | BESIDE, MEMBER), /* CouchDB */
    KNOWN("revision", ID | BESIDE, MEMBER), /* etcd */
    KNOWN("etag", ID | BESIDE, MEMBER), /* OData */
    KNOWN("lsn", ID | BESIDE, MEMBER), /* PostgreSQL */
    KNOWN("statementhandle", ID | BESIDE, MEMBER), /* Snowflake */
    KNOWN("statementstatusurl", ID | BESIDE, MEMBER), /* Snowflake */
    KNOWN("node", HOST | BESIDE, MEMBER), /* Kagi */
    KNOWN("region", HOST | BESIDE, MEMBER), /* D1 */
    KNOWN("server", HOST | BESIDE, MEMBER), /* APIs */
    KNOWN("worker", HOST | BESIDE, MEMBER), /* APIs */
    KNOWN("backend", HOST | BESIDE, MEMBER), /* APIs */
    KNOWN("instance", HOST | BESIDE, MEMBER), /* APIs */
    KNOWN("host", HOST | BESIDE, MEMBER), /* Druid */
    KNOWN("provider", HOST | BESIDE, MEMBER), /* OpenRouter */
    KNOWN("handledby", HOST | BESIDE, MEMBER), /* Apify */
    KNOWN("nodename", HOST | BESIDE, MEMBER), /* ServiceNow, Kubernetes */
    KNOWN("servername", HOST | BESIDE, MEMBER), /* ServiceNow, Kubernetes */
    KNOWN("machinename", HOST | BESIDE, MEMBER), /* ServiceNow, Kubernetes */
    KNOWN("colo", HOST | BESIDE, MEMBER), /* Cloudflare, Fastly */
    KNOWN("datacenter", HOST | BESIDE, MEMBER), /* Cloudflare, Fastly */
    KNOWN("edgelocation", HOST | BESIDE, MEMBER), /* Cloudflare, Fastly */
    KNOWN("replica", HOST | BESIDE, MEMBER), /* Cloudflare, Fastly */
    KNOWN("clientip", HOST | BESIDE, MEMBER), /* access logs */
    KNOWN("remoteip", HOST | BESIDE, MEMBER), /* access logs */
    KNOWN("serverip", HOST | BESIDE, MEMBER), /* access logs */
    KNOWN("remoteaddr", HOST | BESIDE, MEMBER), /* access logs */
    KNOWN("remoteaddress", HOST | BESIDE, MEMBER), /* access logs */
    KNOWN("localaddress", HOST | BESIDE, MEMBER), /* access logs */
    KNOWN("upstreamaddr", HOST | BESIDE, MEMBER), /* access logs */
    KNOWN("podip", HOST | BESIDE, MEMBER), /* access logs */
    KNOWN("now", CLOCK | BESIDE, MEMBER), /* APIs */
    KNOWN("created", CLOCK | BESIDE, MEMBER), /* Deepgram */
    KNOWN("endtime", CLOCK | BESIDE, MEMBER), /* BigQuery */
    KNOWN("starttime", CLOCK | BESIDE, MEMBER), /* BigQuery */
    KNOWN("creationtime", CLOCK | BESIDE, MEMBER), /* BigQuery */
    KNOWN("createdon", CLOCK | BESIDE, MEMBER), /* Snowflake */
    KNOWN("createdat", CLOCK | BESIDE, MEMBER), /* Ollama */
    KNOWN("executionid", ID | BESIDE | LOOSE, MEMBER), /* n8n */
    KNOWN("credits", NUMBER | BESIDE | LOOSE, MEMBER), /* Shodan */
    KNOWN("apibalance", NUMBER | BESIDE | LOOSE, MEMBER), /* Kagi */
    KNOWN("memory", NUMBER | BESIDE | LOOSE, MEMBER), /* Judge0, sandboxes */
    KNOWN("memoryused", NUMBER | BESIDE | LOOSE, MEMBER), /* Judge0, sandboxes */
    KNOWN("memorykb", NUMBER | BESIDE | LOOSE, MEMBER), /* Judge0, sandboxes */
    KNOWN("memorybytes", NUMBER | BESIDE | LOOSE, MEMBER), /* Judge0, sandboxes */
    KNOWN("headers", BOX | BESIDE | LOOSE, MEMBER), /* clients */
    KNOWN("performance", BOX | BESIDE | LOOSE, MEMBER), /* turbopuffer */
    KNOWN("profile", BOX | BESIDE | LOOSE, MEMBER), /* Elasticsearch */
    KNOWN("costs", BOX | BESIDE | LOOSE, MEMBER), /* Spider */
    KNOWN("debug", BOX | BESIDE | LOOSE, MEMBER), /* APIs */
    KNOWN("debuginfo", BOX | BESIDE | LOOSE, MEMBER), /* APIs */
    KNOWN("responseinfo", BOX | BESIDE | LOOSE, MEMBER), /* APIs */
    KNOWN("timinginfo", BOX | BESIDE | LOOSE, MEMBER), /* APIs */
    KNOWN("searchinformation", BOX | BESIDE | LOOSE, MEMBER), /* Google */
    KNOWN("meta", BOX | BESIDE, MEMBER), /* Kagi, Cloudflare */
    KNOWN("metadata", BOX | BESIDE, MEMBER), /* APIs */
    KNOWN("stats", BOX | BESIDE, MEMBER), /* Trino, Loki, ESLint */
    KNOWN("statistics", BOX | BESIDE, MEMBER), /* CloudWatch, Azure Monitor */
    KNOWN("header", BOX | BESIDE, MEMBER), /* etcd, Jupyter */
    KNOWN("extensions", BOX | BESIDE, MEMBER), /* GraphQL */
    KNOWN("rate", BOX | BESIDE, MEMBER), /* OpenCage */
    KNOWN("metrics", BOX | BESIDE, MEMBER), /* Tempo */
};

static const known PARTS[] = {
    KNOWN("duration", NUMBER, BOTH), /* Claude Code, Ollama */
    KNOWN("elapsed", NUMBER, BOTH), /* ClickHouse, Datadog */
    KNOWN("latency", NUMBER, BOTH), /* Bedrock */
    KNOWN("timetaken", NUMBER, BOTH), /* SerpApi */
    KNOWN("uptime", NUMBER, BOTH), /* Redis, health checks */
    KNOWN("timemillis", NUMBER, BOTH), /* MongoDB */
    KNOWN("retryafter", NUMBER, BOTH), /* HTTP, OpenAI */
    KNOWN("tokensused", NUMBER, BOTH), /* agents */
    KNOWN("creditsused", NUMBER, MEMBER), /* Firecrawl */
    KNOWN("creditsconsumed", NUMBER, MEMBER), /* Context.dev */
    KNOWN("ratelimit", ANY, BOTH), /* GitHub */
};

static const char *const CONTENT_STEMS[] = {"pull", "merge", "change"};
static const char *const CLOCK_STEMS[] = {"ended", "cached", "served", "checked", "crawled", "fetched", "queried", "scraped", "started", "executed", "finished", "received", "refreshed", "evaluated", "generated", "rendered", "collected", "processed", "requested", "responded", "retrieved"};
static const char *const WORK_STEMS[] = {"cpu", "exec", "took", "wall", "query", "search", "process", "planning", "response", "execution", "processing", "db", "api", "dns", "tls", "run", "eval", "load", "fetch", "model", "queue", "total", "prompt", "render", "server", "engine", "backend", "compute", "connect", "decode", "network", "overhead", "prefill", "predict", "upstream", "estimated", "inference", "clock", "generation", "actual", "startup", "request", "handler", "tool", "call", "parse", "http", "sql", "embed", "embedding", "rerank", "lookup", "cache", "auth", "scan", "user", "sys", "real", "gc", "llm", "completion", "retrieval", "overall", "analysis", "validation", "provider", "first", "token", "step", "queued", "blocked", "handshake", "parsing", "encoding", "decoding", "compile", "fetching", "sorting", "ssl", "tcp", "origin", "edge", "time"};
static const char *const WORK_UNITS[] = {"time", "inmilliseconds", "milliseconds", "seconds", "secs", "inms", "ms", "millis", "ns", "nanos", "us", "micros", "msec"};
static const char PAYLOADS[] = "results hits rows choices candidates predictions matches response output outputs kvs result body embeddings", NONE_FOUND[] = "results hits rows matches series", LISTS[] = "data value content features organic organic_results embeddings", SAYINGS[] = "output response answer stdout stderr raw completion markdown context summary transcript";
static const char *const NEWS_STEMS[] = {"pull", "merge", "change", "next", "until", "due", "token", "secret", "key", "url", "sha", "commit", "hash", "sum", "digest", "version", "order", "update", "modif", "seen", "last", "depart", "arriv", "expir", "publish", "deploy", "posit", "offset", "progress", "wait", "left", "remain", "build", "start", "frame", "endms", "timeout", "interv", "delay", "max", "min", "threshold"};
static const char *const QUOTA_STEMS[] = {"credit", "quota", "calls", "requests", "requestcost", "token", "quer", "searches", "concurrency", "complexity"};
static const char *const QUOTA_LEFT[] = {"remain", "left", "sused", "monthlyused", "consumed", "charged", "cost", "callsmade"};
static const char *const STATISTICS[] = {"p50", "p75", "p90", "p95", "p99", "avg", "average", "mean", "median"};
static const char *const CONTENT_HEADERS[] = {"count", "total", "page", "next", "link", "cursor", "pos", "axis", "coord", "version", "status", "state", "progress", "name", "title", "generation", "text", "message", "results", "items", "rows", "location", "range", "offset"};

#endif
