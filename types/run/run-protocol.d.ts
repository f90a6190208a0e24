import type { Delegation, LoopCall, LoopDetection, LoopGuardStats, LoopOutcome, LoopUsage, TextOptions, Verdict } from "../base/types.ts";
import type { Body } from "../core/body.ts";
import { type Event } from "../core/event.ts";
import type { ToolRules } from "../rules/tool-policy.ts";
import { type AskedDelegation, Delegations } from "./delegations.ts";
import type { GuardEngine } from "./guard-engine.ts";
import type { RunPlace } from "./lineage.ts";
import { type Resolve } from "./loop-reporter.ts";
import type { Applied, Asked, Conclude, Later, Returned, Use } from "./open-calls.ts";
import { OpenCalls } from "./open-calls.ts";
/** `Link`: where events go. `Said`: a verdict, or the promise of one. */
export declare abstract class RunProtocol<Link, Said> {
    #private;
    protected readonly engine: GuardEngine;
    protected readonly delegations: Delegations;
    protected readonly open: OpenCalls;
    constructor(engine: GuardEngine, runId: string | undefined);
    get tripped(): LoopDetection | null;
    get depth(): number;
    get place(): RunPlace;
    get seesDelegations(): boolean;
    before(given: LoopCall): Said;
    after(given: LoopCall, told: LoopOutcome): Said;
    invalid(given: LoopCall, error: unknown): Said;
    text(chunk: string, about?: TextOptions): Said;
    usage(usage: LoopUsage): Said;
    delegate(to: Delegation): Said;
    beginRound(): void;
    beginTurn(): void;
    compacted(): void;
    abstract readonly closed: boolean;
    /** Where events go. Throws when the run is closed. */
    protected abstract live(): Link;
    protected abstract say(verdict: Verdict): Said;
    /** What `use` makes of a value, which may take time. `where` and `call`: for its errors. */
    protected abstract whenKnown<T>(value: Later<T>, where: string, call: unknown, use: Use<T, Said>): Said;
    /** An error inside, see `failed`. */
    protected abstract fail(error: unknown, where: string, call: unknown): Said;
    /** An event that has no verdict. */
    protected abstract tell(link: Link, event: Event): void;
    /** An event that has one. `characters`: those in it. */
    protected abstract submit(link: Link, event: Event, characters?: number): Later<Applied>;
    protected abstract settle(asked: AskedDelegation, judge: () => Said): Said;
    protected abstract wasJudged(link: Link, id: string): Later<boolean>;
    /** The ticket of a call that is not among the open ones; `NO_TICKET`: the core does not know it. */
    protected abstract ticketOf(link: Link, id: string): Later<number>;
    /** What a run in a store has in place of the core's tickets, which only one process knows. */
    protected abstract nextNumber(): number;
    /** What a call is known by in an event: its id, or, in a store, its number. */
    protected abstract keyOf(id: string | undefined, ticket: number): string | undefined;
    /** The verdict that a call had, which has come again in its round. */
    protected abstract knownVerdict(id: string, ticket: number, applied: Applied): Verdict | undefined;
    protected abstract keepVerdict(id: string, applied: Applied, verdict: Verdict): void;
    protected abstract judgeCall(link: Link, call: LoopCall, rules: ToolRules, id: string | undefined): Said;
    /** `said`: the verdict that the call had before it ran. */
    protected abstract complete(link: Link, call: LoopCall, outcome: LoopOutcome, rules: ToolRules, id: string | undefined, ticket: number, said: Verdict): Said;
    /** What `act` says, of an open run. `before` and `after` do without, since a closure is an allocation. */
    protected judge(where: string, call: unknown, act: (link: Link) => Said): Said;
    protected ask(link: Link, event: Event, where: string, conclude: Conclude): Said;
    /** Submits a call, with its packed arguments. */
    protected askCall({ link, call, rules, id, ticket }: Asked<Link>, args: Body): Later<Applied>;
    /** The verdict on a call that was just judged. `onOverruled`: called when the user's function allows a refused call. */
    protected concluded(asked: Asked<Link>, applied: Applied, characters: number, onOverruled?: () => void): Verdict;
    /** A call in which nothing was found. */
    protected allowed(call: LoopCall, id: string | undefined, ticket: number, characters: number): Verdict;
    /** A call that is not counted, but whose `after` must find it. */
    protected untracked(call: LoopCall, id: string | undefined): Verdict;
    /** A call has come back, and the core has it. `said`: the verdict that the call had before it ran. */
    protected returned({ link, call, rules }: Asked<Link>, outcome: LoopOutcome, applied: Applied, { flags, comparable, characters, said }: Returned): Said;
    /** Tells the core, and who shares the run, that the user's function changed the verdict on a call. */
    protected resolver({ link, id, ticket }: Omit<Asked<Link>, "call" | "rules">): Resolve;
    /** An error inside is published, and the call may run: a guard never breaks a run. Throws what the host must know. */
    protected failed(error: unknown, where: string, call: unknown): Verdict;
    protected forget(): void;
    stats(): LoopGuardStats;
}
