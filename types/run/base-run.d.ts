/**
 * What a run does, wherever its state is: it prepares what the host says for the core, and makes a verdict of what the core
 * answers. A run in memory (`loop-run.ts`) applies an event at once; one in a store (`stored-run.ts`) submits it and waits.
 */
import type { Delegation, LoopCall, LoopDecision, LoopDetection, LoopGuardStats, LoopOutcome, LoopUsage, TextOptions, Verdict } from "../base/types.ts";
import { type Body, type Event } from "../core/event.ts";
import type { ToolRules } from "../rules/tool-policy.ts";
import type { GuardEngine } from "./guard-engine.ts";
import { type Resolve } from "./loop-reporter.ts";
import type { Applied, Asked, Completed, Conclude, Later, Returned, Use } from "./open-calls.ts";
import { OpenCalls } from "./open-calls.ts";
import type { RunPlace } from "./run-tree.ts";
/** `Link`: where events go. `Judged`: a verdict, or the promise of one. */
export declare abstract class BaseRun<Link, Judged> {
    #private;
    readonly runId: string | undefined;
    protected readonly engine: GuardEngine;
    protected readonly open: OpenCalls;
    constructor(engine: GuardEngine, runId: string | undefined);
    get tripped(): LoopDetection | null;
    get depth(): number;
    get place(): RunPlace;
    /** For a line of a log, which would have the whole engine. */
    toJSON(): object;
    get seesDelegations(): boolean;
    before(given: LoopCall): Judged;
    after(given: LoopCall, told: LoopOutcome): Judged;
    invalid(given: LoopCall, error: unknown): Judged;
    decide(given: LoopCall, decision: LoopDecision): Judged;
    text(chunk: string, about?: TextOptions): Judged;
    usage(usage: LoopUsage): Judged;
    delegate(to: Delegation): Judged;
    beginRound(): void;
    beginTurn(): void;
    compacted(): void;
    abstract readonly closed: boolean;
    protected abstract live(): Link;
    protected abstract say(verdict: Verdict): Judged;
    protected abstract whenKnown<T>(value: Later<T>, where: string, call: unknown, use: Use<T, Judged>): Judged;
    protected abstract tell(link: Link, event: Event): void;
    protected abstract submit(link: Link, event: Event, characters?: number): Later<Applied>;
    protected abstract wasJudged(link: Link, id: string): Later<boolean>;
    protected abstract ticketOf(link: Link, id: string): Later<number>;
    protected abstract nextNumber(): number;
    protected abstract keyOf(id: string | undefined, ticket: number): string | undefined;
    protected abstract knownVerdict(id: string, ticket: number, applied: Applied): Verdict | undefined;
    protected abstract judgeCall(link: Link, call: LoopCall, rules: ToolRules, id: string | undefined): Judged;
    protected abstract complete(...completed: Completed<Link>): Judged;
    /** What `act` says, of an open run. `before` and `after` do without, since a closure is an allocation. */
    protected judge(where: string, call: unknown, act: (link: Link) => Judged): Judged;
    protected ask(link: Link, event: Event, where: string, conclude: Conclude): Judged;
    /** Submits a call, with its packed arguments. */
    protected askCall({ link, call, rules, id, ticket }: Asked<Link>, args: Body): Later<Applied>;
    /** The verdict on a call that was just judged. `onOverruled`: called when the user's function allows a refused call. */
    protected concluded(asked: Asked<Link>, applied: Applied, characters: number, onOverruled?: () => void): Verdict;
    /** Of a call with an id; a run in memory has it in `open`. */
    protected keepVerdict(_id: string, _ticket: number, _applied: Applied): void;
    /** A call in which nothing was found. */
    protected allowed(call: LoopCall, id: string | undefined, ticket: number, characters: number): Verdict;
    /** A call that is not counted, but whose `after` must find it. */
    protected untracked(call: LoopCall, id: string | undefined): Verdict;
    /** A call has come back, and the core has it. `verdict`: the verdict that the call had before it ran. */
    protected returned({ link, call, rules }: Asked<Link>, outcome: LoopOutcome, applied: Applied, { flags, comparable, characters, verdict }: Returned): Judged;
    /** Tells the core, and who shares the run, that the user's function changed the verdict on a call. */
    protected resolver({ link, id, ticket }: Omit<Asked<Link>, "call" | "rules">): Resolve;
    /** An error inside is published, and the call may run: a guard never breaks a run. Throws what the host must know. */
    protected fail(error: unknown, where: string, call: unknown): Judged;
    protected forget(): void;
    stats(): LoopGuardStats;
}
