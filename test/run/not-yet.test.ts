/** Answers that say "not yet", in the words of many tools and languages, and answers that only look so. */
import { describe, expect, it } from "vitest";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";

/** Of eight looks at one answer, half a minute apart: which was refused first; 0: none. */
function refusedAt(result: unknown, name = "look"): number {
  let now = 0;
  const guard = new LoopGuard({ now: () => now });
  const run = guard.run("r");
  for (let n = 1; n <= 8; n++) {
    now += 30_000;
    run.beginRound();
    const call = { id: `c${n}`, name, arguments: { id: 7 } };
    const { action } = run.before(call);
    if (action !== "allow" && action !== "warn") return n;
    run.after(call, { result });
  }
  return 0;
}

const STATES = [
  ...[
    "pending",
    "QUEUED",
    "Restarting",
    "● Building",
    "(running) • 00m 12s\tbuild",
    "Active: activating (start) since Mon",
  ],
  ...["id: 12\nstatus: WORKING", "JobStatus=Submitted", "db: Up 3 seconds (health: starting)"],
  ...["build\tpending\t0\thttps://example.com/1", "NAME STATUS VOLUME\ndata Pending", "STATUS\nRunning"],
  "Age  Deployment  Status\n5s   https://x.example.app  ● Queued",
  "NAME   COMPLETIONS   DURATION   AGE\nmig    0/1           9s         9s",
  "JOBID USER STAT QUEUE\n12 me PEND normal",
  "JOBID NAME ST TIME NODES\n 12 train PD 0:00 1 (Priority)",
  ...["Still reticulating", "Reticulating splines...", "Processing…", "202 Accepted", "localhost:5432 - no response"],
  ...["Waiting for approval", "Waiting on capacity in eu-west-1", "Payment pending confirmation", "awaiting payment"],
  ...["The transaction is not yet mined.", "The page has not been indexed yet", "no result yet"],
  ...["ETA: 5 minutes", "Estimated time remaining: 5 min", "2 minutes left"],
  ...["3 of 10 tasks completed", "Downloaded 3 of 10 files", "Uploading: 3/10", "[3/120] Compiling a.c", "step 2/5"],
  ...[
    "queued, position 3",
    "Queued (3 ahead of you)",
    "Job is in the queue",
    "Not finished",
    "The export has not completed.",
  ],
  ...["Processing your request", "Your certificate is being issued", "Come back later", "retry after 30 s", "Syncing"],
  ...["Warming up", "The replica is catching up", "HTTP 202", "Some checks haven't completed yet"],
  ...["Build 42: 37%", "web.1: starting 2026/03/14 09:26:53 +0000 (~ 12s ago)"],
  "JOBID PARTITION NAME USER ST TIME NODES NODELIST(REASON)\n 12 batch train me R 1:07 1 node7",
  "job-ID  prior   name   user  state submit/start at     queue\n-----\n 12 0.555 train me r 03/14/2026",
  "Job id    Name    User   Time Use S Queue\n-----\n12.pbs    train   me     00:01:07 R batch",
  ...["Restoring backup", "Pulling image", "Job queued, waiting for a worker", "Waiting to start", "0 confirmations"],
  ...["The restore is being performed", "Certificate pending validation", "Game server is starting"],
  ...["Game is loading", "Level is loading...", "Course is generating", "The profile is not ready yet"],
  "Job p:r1\n\n  Job Type    State      Start Time\n ---------- --------- -----------\n  query      RUNNING   14 Mar",
];
/** Tables that are longer than a short answer: a cell below STATUS, READY and the like counts, or between tabs. */
const PODS = `NAME                                   READY   STATUS              RESTARTS        AGE
api-6c9b7f7d5d-4k2lp                   1/1     Running             0               5d3h
api-6c9b7f7d5d-9xw7m                   1/1     Running             0               5d3h
cart-7d9f8b6c5-hj2kd                   0/1     ContainerCreating   0               14s
frontend-5f6d7c8b9-2m4np               1/1     Running             1 (3d4h ago)    5d3h
migrate-db-x7kq2                       0/1     Completed           0               2d1h
redis-0                                1/1     Running             0               12d`;
const settled = (state: string) => PODS.replace("0/1     ContainerCreating", state);
const DEPLOYMENTS = `NAME         READY   UP-TO-DATE   AVAILABLE   AGE\n${[
  "api",
  "cart",
  "mail",
  "search",
  "users",
  "web",
  "work",
]
  .map((name) => `${name.padEnd(12)} ${name === "cart" ? "1/3" : "3/3"}     3            3           41d`)
  .join("\n")}\n${"idle         0/0     0            0           41d\n".repeat(3)}`;
const CONTAINERS = `CONTAINER ID   IMAGE                 COMMAND                  STATUS                             PORTS      NAMES
3f1c2b7a9d0e   acme/kafka:7.6.0      "/etc/confluent/dock…"   Up 18 seconds (health: starting)   9092/tcp   kafka
b81d99e7aa10   acme/zookeeper:7.6.0  "/etc/confluent/dock…"   Up 19 seconds (healthy)            2181/tcp   zookeeper
7c77df7a6a0b   acme/kafka-ui:1.0     "/bin/sh -c 'java --…"   Up 19 seconds                      8080/tcp   kafka-ui`;
const QUEUE = `             JOBID PARTITION     NAME     USER    STATE       TIME TIME_LIMI  NODES REASON
           4412073       gpu train_ll   marta  RUNNING   11:22:33 2-00:00:00     4 None
           4412099       cpu  postpro   marta  PENDING       0:00    4:00:00     1 Dependency`;
const STACKS = `+---------------------------+----------------------+
|  StackName                |  StackStatus         |
+---------------------------+----------------------+
|  network-prod             |  CREATE_COMPLETE     |
|  database-prod            |  UPDATE_IN_PROGRESS  |
|  app-prod                 |  CREATE_COMPLETE     |
|  mail-prod                |  CREATE_COMPLETE     |
|  shop-prod                |  CREATE_COMPLETE     |
+---------------------------+----------------------+`;
const CHECKS = ["build", "unit", "e2e", "lint", "deploy"]
  .map(
    (name) =>
      `${name}\t${name === "e2e" ? "pending" : "pass"}\t0\thttps://example.com/acme/web/actions/runs/1187/job/3301/${name}`,
  )
  .join("\n");
const ISSUES = `ID     TITLE                                     STATE   UPDATED
#441   Upload hangs: status is processing        OPEN    2 days ago
#433   Job is in progress for ever, never done   OPEN    5 days ago`;
const TABLES = [
  ...[
    PODS,
    settled("0/1     Running          "),
    settled("0/1     Pending          "),
    settled("0/2     Init:0/1         "),
  ],
  ...[
    DEPLOYMENTS,
    CONTAINERS,
    `${QUEUE}\n${" ".repeat(300)}`,
    STACKS,
    CHECKS,
    PODS + "\nidle-0   1/1     Running   0   12d".repeat(40),
  ],
  ...[`Deployments\n\n${PODS}`, { content: [{ type: "text", text: PODS }] }, [{ type: "text", text: STACKS }]],
  "| Job | Status | Took |\n|---|---|---|\n| lint | passed | 22s |\n| unit | in progress | 1m |",
  "State       IID   Ref    Created\n(running) • #98   main   (2 minutes ago)\n(success) • #97   main   (4 hours ago)",
  "NAME      TYPE           EXTERNAL-IP   AGE\ningress   LoadBalancer   <pending>     48s",
  "NAME      REVISION   STATUS            CHART\napi       14         pending-upgrade   api-3.2.1",
];
const SETTLED_TABLES = [
  ...[settled("1/1     Running          "), settled("0/1     CrashLoopBackOff "), settled("0/1     Completed        ")],
  ...[
    DEPLOYMENTS.replace("1/3", "3/3"),
    CONTAINERS.replace(" (health: starting)", ""),
    STACKS.replace("IN_PROGRESS", "COMPLETE"),
  ],
  ...[CHECKS.replace("pending", "fail"), ISSUES, `${ISSUES}\n${ISSUES.slice(ISSUES.indexOf("\n") + 1).repeat(4)}`],
  "Status    Meaning of it\ndone      A worker said that it is in progress, then that it is done",
  "order_id | status  | total\n---------+---------+------\n    1001 | pending |  12.5\n    1002 | shipped |   3.0\n".repeat(
    6,
  ),
];

const MEMBERS = [
  ...[{ done: false }, { done: false, name: "operations/12" }, { result: { isComplete: false } }, { finished: false }],
  ...[{ complete: 0 }, { completed: false, ready: false }, { progress: 0.4 }, { percent_complete: 40 }],
  ...[{ status: "QUEUED_PROVISIONING" }, { status: "requires_action" }, { jobState: "JOB_STATE_PENDING" }],
  ...[{ status: "reticulating" }, { state: "waiting_for_capacity" }, { estado: "pendiente" }, { 状态: "处理中" }],
  ...[{ code: 202 }, { statusCode: 202, message: "Accepted" }, { queue_position: 2 }],
  ...[{ content: [{ type: "text", text: '{"done": false}' }] }, [{ type: "text", text: "Syncing" }]],
  ...[{ status: "BUILD" }, { status: "REBUILD" }, { status: "plan_queued" }, { status: "shutting_down" }],
  ...[{ domainStatus: "REQUESTING_CERTIFICATE" }, { substate: "IssuingCertificate" }, { stateName: "REPAIRING" }],
  ...[{ status: "being_processed" }, { state: "up_for_retry" }, { hash: "0xab", blockNumber: null }],
  { content: [{ type: "text", text: "NAME STATUS VOLUME\ndata Pending" }] },
  { content: [{ type: "text", text: "Queued, position 3" }], structuredContent: { result: "Queued, position 3" } },
];
const LANGUAGES = {
  German: [
    "In der Warteschlange",
    "Wird geladen ...",
    { status: "läuft" },
    "Wartet auf Freigabe",
    "Der Antrag wird derzeit geprüft",
  ],
  Spanish: ["Espere, por favor", "En espera", "El informe se está generando", "La copia aún no ha terminado"],
  French: ["Votre export est en préparation", "La tâche n'est pas encore terminée", "En file d'attente"],
  Chinese: ["未完成", "待审核", "正在处理,请稍候", "任务仍在执行中", "正在排队"],
  Japanese: ["キューで待機しています", "保留中", "デプロイ中", "ビルド待ちです", "ジョブはキューに入っています"],
  Russian: ["В процессе", "Ожидание", "Отчёт ещё не готов", { статус: "выполняется" }],
  Korean: ["처리 중", "대기 중입니다", "아직 완료되지 않았습니다"],
  Italian: ["In corso", "In attesa", "L'esportazione è in fase di elaborazione"],
  Portuguese: ["Em andamento", "A exportação ainda está sendo processada", "O relatório ainda não está pronto"],
  Dutch: ["De export wordt voorbereid", "Bezig met verwerken", "Nog niet klaar"],
  Polish: ["W trakcie", "Oczekuje", "Jeszcze nie gotowe"],
};

const FINAL = [
  ...["Nothing is queued", "no jobs are running", "The build isn't running", "nothing is pending", "not running"],
  ...["NAME READY STATUS RESTARTS\nweb 1/1 Running 0", "NAME ZONE STATUS\nvm europe-west4 RUNNING"],
  ...["web\trunning", "NAME READY STATUS\nweb 0/1 CrashLoopBackOff"],
  "File has not been read yet. Read it first before writing to it.",
  ...["not implemented yet", "On branch main\n\nNo commits yet", "Not logged in yet"],
  ...["3 of 10 tests passed", "Showing 10 of 57 results", "page 1 of 3", "10 of 10 tasks completed", "2/2 steps done"],
  ...[
    "Cloning into 'shop'...",
    "Existing files: a, b",
    "Still failing",
    "still missing 3 files",
    "missing argument...",
  ],
  ...[
    "Tests: 37%",
    "Build 42: 37% of the lines are covered",
    "coverage: 37%",
    "theta = 3",
    "eta: 0.3",
    { percentage: 40 },
    { progress: 1 },
    { progress: 100 },
  ],
  ...[{ done: true }, { ready: true }, [{ id: 1, done: false }], { todos: [{ id: 2, completed: false }] }],
  ...[
    { id: 1, title: "Buy milk", completed: false },
    {
      tasks: [
        { id: 1, done: true },
        { id: 2, done: false },
      ],
    },
  ],
  ...["in progress: 0", { in_progress: 0, failed: 2 }, "0 jobs in queue", "There are no tasks in progress"],
  ...["Invalid status: pending", "Unknown state 'running'", "if job.status == 'pending' then wait"],
  ...["Server is running on port 3000", "waiting for input", "The file is not complete: line 3", "code: 2021"],
  ...[
    "The argument is being ignored",
    "Processing your request failed",
    "Loading failed",
    "The queue position is wrong",
  ],
  ...["Build complete: 0 errors", "Done: 0 files changed", "Ready: 0.0.0.0:3000", "undone: false"],
  ...[{ status: "failing" }, { status: "warning" }, { state: "missing" }, { status: "listening" }],
  ...["a new file", "accepted", "Submitted by Anna", "The waiting list has 5 names", "Listening on port 3000..."],
  ...[
    { properties: { state: "string" } },
    "処理中にエラーが発生しました",
    "처리 중 오류가 발생했습니다",
    "errore in corso di esecuzione",
  ],
];

/** What the agent itself must bring forward, what denies a state, and states that are over. */
const NO_WAITS = [
  ...["The puzzle is not complete", "Game not started", "Game still in progress", "Quest not completed"],
  ...["The level has not been completed yet", "interactive rebase in progress; onto 1a2b3c4"],
  ...["A job with that name is already running", "Nobody is running.", "Error while building", "status == 'queued'"],
  ...["Restoring failed", "Building aborted", "Training data", "The device is running the latest version."],
  ...[
    { state: "open", title: "Build is stuck pending" },
    { status: "processing_error" },
    { status: "INDEXING_FAILED" },
  ],
  ...[{ status: "not_running" }, { stage: "build" }, { status: "build failed" }, { status: "outgoing_payment" }],
  ...["Die Seite wird derzeit nicht unterstützt", "端口正在使用", "O arquivo está sendo usado"],
];

/** What does something each time does so again, whatever is queued; what looks, looks. */
const ACTING = [
  ...["send", "mcp__slack__send_message", "createIssue", "job_create", "deploy", "start_server", "run_job"],
  ...["run_tests", "restart_service", "delete_user", "cancelOrder", "execute_trade"],
];
const LOOKING = [
  ...["send_status", "get_order", "mcp__deploy__job", "run_code", "execute_sql", "send_command", "check"],
  ...["verify_deploy", "await_order", "lookupOrder", "order_tracking", "mcp__shop__confirm_order"],
  ...["deploy_report", "order_summary", "order_position"],
];

/** Acknowledgements, and with two texts or another member more than that. */
const ACKNOWLEDGED = [
  ...["OK", { result: "OK" }, { content: [{ type: "text", text: "OK" }] }, [{ type: "text", text: "Done." }]],
  { content: [{ type: "text", text: '{"success": true}' }], isError: false },
  { content: [{ type: "text", text: "OK" }], structuredContent: { result: "OK" } },
];
const MORE_THAN_ACKNOWLEDGED = [
  { content: ["OK", "9 rows"].map((text) => ({ type: "text", text })) },
  ...[{ id: 12, text: "OK" }, { content: [{ type: "text", text: "OK, 3 files" }] }],
];

describe("a short answer", () => {
  it.each(ACKNOWLEDGED)("acknowledges: %j", (result) => expect(refusedAt(result)).toBe(7));
  it.each(MORE_THAN_ACKNOWLEDGED)("says more than an acknowledgement: %j", (result) =>
    expect(refusedAt(result)).toBe(3),
  );

  it.each([...STATES, ...TABLES, ...MEMBERS])("says not yet: %j", (result) => expect(refusedAt(result)).toBe(0));
  it.each(Object.entries(LANGUAGES))("says not yet in %s", (_, results) =>
    expect(results.filter((result) => refusedAt(result) !== 0)).toEqual([]),
  );
  it.each(NO_WAITS)("asks for no patience: %j", (result) => expect([3, 4]).toContain(refusedAt(result)));
  it.each(ACTING)("is none of %s", (name) => expect(refusedAt({ status: "queued" }, name)).toBe(3));
  it.each(LOOKING)("is one of %s", (name) => expect(refusedAt({ status: "queued" }, name)).toBe(0));
  it.each([...FINAL, ...SETTLED_TABLES])("is final: %j", (result) => expect([3, 4]).toContain(refusedAt(result)));
});
