/** What is done to the requests of one run, so that its model gets out of a loop, or ends well. */
import { property } from "../base/property.ts";
import type { LoopDetection, LoopRecovery, RecoveryRung } from "../base/types.ts";
import { FreshStart } from "../guard/prune/fresh-start.ts";
import { pruneLoop } from "../guard/prune/prune-loop.ts";
import type { Fields } from "../history/fields.ts";
import type { RecoverStep } from "../rules/recover-options.ts";
import { recordNamed } from "../rules/table.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import type { LoopReporter } from "../run/loop-reporter.ts";
import { isOwnRun } from "../run/loop-run.ts";
import type { AnyRun, CallRunSettings } from "./call-run.ts";
import { ANSWER } from "./result-form.ts";

/** What is to be done to one request. */
export interface RequestEdit {
  /** The run is over, and this is its last request: what the model says is the result, with this error beside it. */
  readonly answers: ToolLoopError | undefined;
  /** Another model for this request, as the user gave it. */
  readonly model: unknown;
  /** Another temperature for this request. */
  readonly temperature: number | undefined;
  /** The tools to offer: without those of the loop, unless none would be left; none in the last request. */
  tools<T>(tools: readonly T[], nameOf: (tool: T) => string): T[];
  /** The messages to send in place of these, which are not changed. `user`: a message of a user in the framework. */
  messages<M>(messages: readonly M[], user: (text: string) => M): M[];
}

/** Loops whose repetitions are left out of all further requests. */
const PRUNED_MAX = 8;

/** What was done to the last request. */
interface Tried {
  readonly rung: RecoveryRung;
  readonly detection: LoopDetection;
  readonly requests: number;
}

/** What is known of a run, and is told of it. */
export interface RecoveredRun {
  readonly reporter: Pick<LoopReporter, "takeStruck" | "recovered"> & {
    readonly config: Pick<LoopReporter["config"], "recover">;
    readonly tally: Pick<LoopReporter["tally"], "calls">;
  };
}

export class Recovery {
  readonly #run: RecoveredRun;
  readonly #steps: readonly RecoverStep[];
  readonly #pruned: LoopDetection[] = [];
  #fresh: FreshStart | undefined;
  /** Of the calls judged when the last request was asked for: asked again without a call, it is the same request. */
  #judged = -1;
  #edit: RequestEdit | undefined;
  #tried: Tried | undefined;
  /** What is done next in this loop. */
  #step = 0;
  /** What ended the last loop: the next one begins with it. */
  #helped = 0;
  /** Since the loop was first refused; 0: the last response was in no loop. */
  #requests = 0;
  #answered = false;

  /** `asksOther`: see `DeskSettings`. */
  constructor(run: RecoveredRun, asksOther: (step: RecoverStep) => boolean = () => true) {
    this.#run = run;
    this.#steps = (run.reporter.config.recover ?? []).filter((step) => step.rung !== "model" || asksOther(step));
  }

  /** Whether the last request of the run was asked for. */
  get answered(): boolean {
    return this.#answered;
  }

  /**
   * What is to be done to the next request. `end`: the run is over, and may ask once more. `late`: calls since then, which the run
   * has not judged.
   */
  next(end: ToolLoopError | undefined, late: number): RequestEdit | undefined {
    const run = this.#run;
    const judged = run.reporter.tally.calls + late;
    if (judged === this.#judged && (end === undefined || this.#answered)) return this.#edit;
    if (this.#answered) return void this.record(false);
    this.#judged = judged;
    const struck = run.reporter.takeStruck();
    this.record(struck === undefined && end === undefined);
    this.#edit = end === undefined ? this.#way(struck) : this.#last(end);
    return this.#edit;
  }

  /** The model has answered without a call. */
  concluded(): void {
    this.record(true);
    this.#edit = this.#kept();
  }

  /** What became of the last request. */
  record(ended: boolean): void {
    if (this.#tried === undefined) return;
    this.#run.reporter.recovered({ ...this.#tried, outcome: ended ? "ended" : "failed" });
    if (ended) this.#helped = Math.max(0, this.#step - 1);
    this.#tried = undefined;
  }

  /** What was before has no effect on what comes, but that repetitions stay left out: they are still there. */
  forget(): void {
    this.record(true);
    this.#judged = -1;
    this.#edit = undefined;
    this.#fresh = undefined;
    this.#step = this.#helped = this.#requests = 0;
    this.#answered = false;
  }

  #way(struck: LoopDetection | undefined): RequestEdit | undefined {
    const steps = this.#steps;
    if (struck === undefined || steps.length === 0 || recordNamed(struck.detector)?.givesVerdict === true) {
      this.#requests = 0;
      return this.#kept();
    }
    if (this.#requests === 0 && struck.strikes === 1) this.#step = this.#helped;
    this.#requests++;
    const step = steps[this.#step++];
    if (step === undefined) return this.#kept();
    if (step.rung === "fresh") this.#fresh = new FreshStart();
    else if (steps.some(({ rung }) => rung === "prune")) this.#prune(struck);
    this.#tell(step.rung, struck);
    return this.#edited(step, struck);
  }

  #last(end: ToolLoopError): RequestEdit {
    this.#answered = true;
    this.#requests++;
    this.#prune(end.detection);
    this.#tell("answer", end.detection, end.results);
    return { ...this.#edited(undefined, undefined, ANSWER), tools: () => [], answers: end };
  }

  /** What was left out stays so: it would draw the model back. */
  #kept(): RequestEdit | undefined {
    return this.#pruned.length === 0 && this.#fresh === undefined ? undefined : this.#edited();
  }

  #edited(step?: RecoverStep, struck?: LoopDetection, note?: string): RequestEdit {
    const left = step?.rung === "tools" && struck !== undefined ? [struck.toolName, ...toolsIn(struck)] : [];
    const pruned = [...this.#pruned];
    const fresh = this.#fresh;
    return {
      answers: undefined,
      model: step?.model,
      temperature: step?.temperature,
      tools(tools, nameOf) {
        const others = tools.filter((tool) => !left.includes(nameOf(tool)));
        return others.length > 0 ? others : [...tools];
      },
      messages(messages, user) {
        let edited = fresh?.apply(messages, user) ?? messages;
        for (const detection of pruned) edited = pruneLoop(edited, detection).messages;
        return note === undefined ? [...edited] : [...edited, user(note)];
      },
    };
  }

  #prune(detection: LoopDetection): void {
    const same = this.#pruned.findIndex((other) => String(namesIn(other)) === String(namesIn(detection)));
    if (same >= 0) this.#pruned.splice(same, 1);
    if (this.#pruned.push(detection) > PRUNED_MAX) this.#pruned.shift();
  }

  #tell(rung: RecoveryRung, detection: LoopDetection, results?: readonly unknown[]): void {
    this.#tried = { rung, detection, requests: this.#requests };
    const tried: LoopRecovery = { ...this.#tried, outcome: "tried" };
    this.#run.reporter.recovered(results === undefined ? tried : { ...tried, results });
  }
}

/** How the run can be got out of a loop; `undefined`: nobody asked for it, or it is no run of a guard. */
export function recoveryOf(run: AnyRun, { onAbort, asksOther }: CallRunSettings): Recovery | undefined {
  if (!isOwnRun(run)) return undefined;
  return onAbort === "answer" || run.reporter.config.recover !== undefined ? new Recovery(run, asksOther) : undefined;
}

const namesIn = (detection: LoopDetection): string[] => [detection.toolName, ...detection.pattern];

/** The tools of a cycle, whose steps are named "tool#digest". */
function toolsIn({ pattern }: LoopDetection): string[] {
  return pattern.map((step) => step.replace(/#[^#]*$/, ""));
}

/** A request as most frameworks have it. */
interface Request {
  readonly messages: readonly unknown[];
  readonly tools?: readonly object[] | undefined;
  readonly toolChoice?: unknown;
}

/**
 * What `edit` makes of a request. A tool that has to be called may not be offered any more. `settings`: the member that has the
 * temperature.
 */
export function editedRequest<Q extends Request>(
  edit: RequestEdit,
  request: Q,
  user: (text: string) => Q["messages"][number],
  settings?: keyof Q,
  nameOf = (tool: object): unknown => property(tool, "name"),
): Q {
  const { messages, tools = [], toolChoice, ...rest } = request;
  const { temperature } = edit;
  const offered = edit.tools(tools, (tool) => String(nameOf(tool)));
  return {
    ...rest,
    ...(toolChoice === undefined || offered.length < tools.length ? {} : { toolChoice }),
    ...(settings && temperature !== undefined ? { [settings]: { ...request[settings], temperature } } : {}),
    messages: edit.messages(messages, user),
    tools: offered,
  } as unknown as Q;
}

/** Where a message in the known form has the one that it stands for; a copy has it, too. */
const ORIGINAL: unique symbol = Symbol("original");

/** Messages of a framework that has a form of its own: they are edited as messages that `pruneLoop` reads. */
export interface MessageForm<M> {
  /** The message in a form that `pruneLoop` reads, or any object if it need not be read. */
  known(message: M): object;
  /** The message with what was changed in its known form, which are results. */
  back(message: M, changed: Fields): M;
  /** A message of a user. */
  user(text: string): M;
}

/** What `edit` makes of the messages. One that is not changed stays the same object. */
export function editedMessages<M>(edit: RequestEdit, messages: readonly M[], form: MessageForm<M>): M[] {
  const views = new Set<object>();
  const view = (message: M, known: object): object => {
    const made = { ...known, [ORIGINAL]: message };
    views.add(made);
    return made;
  };
  const edited = edit.messages(
    messages.map((message) => view(message, form.known(message))),
    (text) => {
      const own = form.user(text);
      return view(own, own as object);
    },
  );
  return edited.map((made) => {
    const original = (made as { [ORIGINAL]: M })[ORIGINAL];
    return views.has(made) ? original : form.back(original, made as Fields);
  });
}
