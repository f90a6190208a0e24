/**
 * What stands around the words of not-yet-words.mjs, which decides whether they say "not yet": what must not follow, where a
 * state stands, what denies one. For native/src/text/not_yet.c and state_table.c.
 */

/** What must not follow a phrase: "実行中に" and "en cours de" say during what something else happened. */
export const NOT_BEFORE = [
  "に",
  "发生",
  "出现",
  "出错",
  " de ",
  " d'",
  " di ",
  " nicht",
  "使用",
  "监听",
  " usad",
  " utilizad",
  " usando",
  " 오류",
  " 에러",
  "에 ",
  ": 0",
  '":0',
  '": 0',
];

/** Nor one of these a state or beginning of that name, or one whose first word that is. */
export const NOT_BEFORE_OF = {
  running: [" on port", " at http", " on http", " the latest", " out of", " as "],
  "waiting for": [" input", " your", " user"],
  new: [" version"],
  build: [" failed", " error", " succe", " pass", " complete"],
  runnable: ["\n\tat "], // Java's threads
  not: [":", " "], // "is not complete: no closing brace"
};

/**
 * A word in "-ing" says it behind `status:`, behind "still", and as an answer of one word or two and an ellipsis:
 * "Reticulating splines...". Not these, which last.
 */
export const LASTING = (
  "warning missing failing passing existing outstanding nothing something anything conflicting " +
  "blocking listening serving trading sleeping string using having showing matching following " +
  "according crashing during incoming outgoing ongoing"
).split(" ");

/** Of the states in "-ing" those that also name things: "Training data" says nothing, as "Pulling image" does. */
export const NOUNS = ["pending", "running", "waiting", "training", "staging", "progressing", "booting"];

/** Other work of the kind, and what such work makes something. */
export const WORKS = ["ready", "pulling", "pushing", "fetching", "converting", "issuing"];

/** How a word or name ends that says that something is over: "Uploading failed", PROCESSING_ERROR. */
export const OVER = ["ed", "error", "done", "complete", "success", "failure"];

/** Words that deny what follows within a few words. */
export const DENIALS = (
  "no not nothing none nobody never already while stopped without isn aren wasn weren hasn haven 0 " +
  "invalid unknown unexpected expected"
).split(" ");

/** What goes on by nothing but what the agent itself does: "The puzzle is not complete" asks for a move, not for patience. */
export const OWN_WORK =
  "puzzle game level quest mission lesson course quiz exercise profile form checklist rebase".split(" ");

/** Such a member of an object with one of these is a task's, not a job's. */
export const TASK_KEYS = ["title", "todo", "description", "subject"];

/** "not yet mined", "has not been approved yet", "being indexed", "wird geladen". Not "File has not been read yet", "not implemented yet". */
export const YET_WORDS = (
  "ready available complete completed finished started done mined confirmed processed propagated " +
  "uploaded delivered received approved reviewed resolved provisioned deployed published built indexed " +
  "generated settled cleared responded arrived terminated synced created issued prepared verified met " +
  "updated deleted exported imported converted encoded transcoded rendered restored resized attached " +
  "migrated transferred validated performed applied pulled verarbeitet bearbeitet geladen erstellt"
).split(" ");

/** "no result yet" */
export const YET_THINGS = "result results response reply answer update updates output status".split(" ");

/** Behind one of these words a keyed state says it, too. */
export const STATUS_KEYS = ["status", "state"];

/** A state stands behind one of these words and a colon or an equals sign: `"status": "running"`, `jobState=PENDING`. */
export const STATE_KEYS = [
  ...STATUS_KEYS,
  ...["phase", "stage", "statename", "conclusion", "health", "active", "stat", "external-ip"],
  ...["estado", "statut", "stato", "состояние", "статус", "상태", "状态", "状態"],
];

/** Columns of a table whose cells are shares, as `0/1` is, and count if no state beside them says that something is over. */
export const SHARE_COLUMNS = ["ready", "completions", "progress", "replicas"];

/** A table without one of these columns lists what runs for good: "Running" is no "not yet" there. */
export const TIMED_COLUMNS =
  "time starttime start_time start started duration elapsed progress completions exitcode timestamp".split(" ");

/** Or behind one of these words: "the build is still running", "Process running with session ID 7". */
export const STATE_LEADS = ["is", "are", "still", "process", "currently", "now", "est"];

/** A share such as `0/3` or `45 %` says it beside one of these words, or alone. */
export const SHARE_WORDS = (
  "ready available running complete completed done finished progress processed deployed downloaded " +
  "uploaded pending containercreating"
).split(" ");

/** Or in an answer of one line behind one of these: "step 2/5". */
export const SHARE_LEADS = ["step", "stage", "phase", "part", "chunk", "batch", "task", "init"];

/** Or that ends an answer of one line which begins with one of these: "Build 42: 37%", not "Tests: 37%". */
export const SHARE_WORKS = [
  ...["build", "deploy", "deployment", "job", "export", "import", "backup", "migration", "pipeline", "sync"],
];
