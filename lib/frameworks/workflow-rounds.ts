/** The calls of a workflow's agent, in batches: a step judges all calls of a model response, and another takes all outcomes. */
import type { LoopDetection, LoopUsage } from "../base/types.ts";
import { publishError } from "../rules/diagnostics.ts";
import { loopError, type ToolLoopError } from "../rules/tool-loop-error.ts";

/** A call as a step takes it. */
export interface CallText {
  id: string;
  name: string;
  /** JSON. */
  arguments: string;
}

/** What came back, as texts. */
export interface OutcomeText {
  result?: string;
  error?: string;
}

/** What a judging step is asked. */
export interface Round {
  /** The state of the guard; absent at first. */
  snapshot?: Uint8Array | undefined;
  /** The calls are the first ones of a model response. */
  begin?: boolean;
  /** What earlier responses have used and no step was told yet. */
  usage?: LoopUsage | undefined;
  calls?: CallText[];
  outcomes?: (OutcomeText & { call: CallText })[];
}

/** What a judging step answers: a verdict for each call, or for each outcome. */
export interface Judged {
  snapshot: Uint8Array;
  verdicts: StepVerdict[];
  /** Why the run is to end. */
  tripped: LoopDetection | null;
}

export interface StepVerdict {
  allowed: boolean;
  /** In place of the result, or for the model beside it; empty: nothing. */
  message: string;
}

type Answered<T> = T & { answer(verdict: StepVerdict): void };

const ALLOW: StepVerdict = { allowed: true, message: "" };

/** The state of one run of an agent, as the workflow has it. */
export class RoundKeeper {
  /** Why the run is to end. */
  ended: ToolLoopError | undefined;
  /** After how many steps the last request was made. */
  asked: number | undefined;
  readonly #judge: (round: Round) => Promise<Judged>;
  #snapshot: Uint8Array | undefined;
  /** The state goes from step to step, so one waits for the other. */
  #last: Promise<unknown> = Promise.resolve();
  #length = -1;
  #usage: LoopUsage | undefined;
  #usedSteps: object | undefined;
  #calls: Answered<{ call: CallText }>[] = [];
  #outcomes: Answered<{ call: CallText; outcome: OutcomeText }>[] = [];
  /** Calls that run. */
  #running = 0;

  constructor(judge: (round: Round) => Promise<Judged>) {
    this.#judge = judge;
  }

  /** Takes what the last response has used; the same object comes again when a step is prepared twice. */
  used(usage: LoopUsage | undefined): void {
    if (usage === undefined || usage === this.#usedSteps) return;
    this.#usedSteps = usage;
    const { inputTokens = 0, outputTokens = 0 } = this.#usage ?? {};
    this.#usage = {
      inputTokens: inputTokens + (usage.inputTokens ?? 0),
      outputTokens: outputTokens + (usage.outputTokens ?? 0),
    };
  }

  /** `length`: how many messages there are, which is the same for the calls of one response. */
  before(call: CallText, length: number): Promise<StepVerdict> {
    return new Promise((answer) => {
      this.#calls.push({ call, answer });
      if (this.#calls.length === 1) this.#last = this.#last.then(() => this.#judgeCalls(length));
    });
  }

  /** The outcomes of calls that ran together are told together. */
  after(call: CallText, outcome: OutcomeText): Promise<StepVerdict> {
    return new Promise((answer) => {
      this.#outcomes.push({ call, outcome, answer });
      if (--this.#running === 0) this.#last = this.#last.then(() => this.#judgeOutcomes());
    });
  }

  async #judgeCalls(length: number): Promise<void> {
    // Their arguments are validated first, each in its own time: the calls of a response come within a few turns of the loop.
    for (let turns = 0; turns < 20; turns++) await undefined;
    const batch = this.#calls.splice(0);
    const begin = this.#length !== length;
    this.#length = length;
    const usage = this.#usage;
    this.#usage = undefined;
    const verdicts =
      this.ended === undefined ? await this.#ask({ begin, usage, calls: batch.map(({ call }) => call) }) : [];
    // Once a call has ended the run, none runs, nor its siblings.
    const end = this.#end();
    const given = batch.map((_, index) => end ?? verdicts[index] ?? ALLOW);
    this.#running += given.filter(({ allowed }) => allowed).length;
    batch.forEach(({ answer }, index) => {
      answer(given[index] as StepVerdict);
    });
  }

  #end(): StepVerdict | undefined {
    return this.ended && { allowed: false, message: this.ended.message };
  }

  async #judgeOutcomes(): Promise<void> {
    const batch = this.#outcomes.splice(0);
    const verdicts = await this.#ask({ outcomes: batch.map(({ call, outcome }) => ({ call, ...outcome })) });
    batch.forEach(({ answer }, index) => {
      answer(verdicts[index] ?? ALLOW);
    });
  }

  /** Asks the step. If that fails for good, the calls are allowed, and the state is what it was. */
  async #ask(round: Round): Promise<readonly StepVerdict[]> {
    try {
      const { snapshot, verdicts, tripped } = await this.#judge({ ...round, snapshot: this.#snapshot });
      this.#snapshot = snapshot;
      if (tripped !== null) this.ended ??= loopError(tripped, { call: calledLast(round) });
      return verdicts;
    } catch (error) {
      publishError(error, "before");
      return [];
    }
  }
}

/** Of the calls that were asked about, the last, which is the one that ended the run if there is only one. */
const calledLast = ({ calls, outcomes }: Round): CallText | undefined => calls?.at(-1) ?? outcomes?.at(-1)?.call;
