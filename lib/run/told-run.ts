/** What a run is told besides calls: what the model writes and uses, who is to work, and when things begin and end. */

import type { Delegation, LoopCall, LoopUsage, TextOptions, Verdict } from "../base/types.ts";
import { type Event, stepEvent, stoppedEvent } from "../core/event.ts";
import { Step } from "../core/layout.gen.ts";
import type { CoreRun } from "../core/run.ts";
import { STOP_NAME } from "../detectors/stop-loop.ts";
import { failOpen } from "../report/fail-open.ts";
import { ALLOW, checkPacked, isDetected } from "../report/verdict.ts";
import type { GuardEngine } from "./guard-engine.ts";
import { LoopReporter } from "./loop-reporter.ts";
import { RelatedRun } from "./related-run.ts";
import type { TextFinding } from "./run-texts.ts";
import { readUsage } from "./usage-input.ts";

export abstract class ToldRun extends RelatedRun {
  /** @internal */
  protected readonly engine: GuardEngine;
  /** @internal */
  protected readonly reporter: LoopReporter;

  constructor(engine: GuardEngine, runId: string | undefined) {
    super(engine, runId);
    this.engine = engine;
    this.reporter = new LoopReporter(engine, runId);
  }

  /** @internal The run of the core. Throws when this one is closed. */
  protected abstract live(): CoreRun;

  text(chunk: string, about: TextOptions = {}): Verdict {
    const native = this.live();
    try {
      const finding = this.reporter.texts?.read(chunk, about);
      return finding === undefined ? ALLOW : this.#judge(native, finding.event, finding);
    } catch (error) {
      return failOpen(error, "text", undefined);
    }
  }

  usage(usage: LoopUsage): Verdict {
    const native = this.live();
    try {
      const event = readUsage(this.engine, usage);
      return event === undefined ? ALLOW : this.#judge(native, event);
    } catch (error) {
      return failOpen(error, "usage", undefined);
    }
  }

  delegate(to: Delegation): Verdict {
    const native = this.live();
    return this.judgeDelegation(to, (finding) => {
      const packed = native.judge(finding.event);
      checkPacked(packed);
      return isDetected(packed) ? this.reporter.concludeDelegation(finding, packed, native.report()) : ALLOW;
    });
  }

  beginRound(): void {
    this.live().tell(stepEvent(Step.beginRound));
    this.delegations.beginRound();
  }

  beginTurn(): void {
    this.live().tell(stepEvent(Step.beginTurn));
    this.reporter.forget();
    this.delegations.begin();
  }

  /** The turn should have ended after an abort, but the host cannot end it: `turnEnded` says so until the next turn. */
  endTurn(): void {
    this.live().tell(stepEvent(Step.endTurn));
  }

  turnEnded(): boolean {
    return this.live().turnEnded();
  }

  compacted(): void {
    this.live().tell(stepEvent(Step.compacted));
  }

  /**
   * The agent wants to end its turn. `again`: it did before in this turn, and was sent back. `words`: its last message.
   * `warn`: the user should see that it goes round in circles. `hint` and beyond: the turn should end.
   */
  stopped(again: boolean, words: string | undefined): Verdict {
    const native = this.live();
    const call: LoopCall = { name: STOP_NAME, arguments: undefined };
    try {
      const packed = native.judge(stoppedEvent(again, words));
      checkPacked(packed);
      if (!isDetected(packed)) return ALLOW;
      const rules = this.engine.tools.of(STOP_NAME);
      return this.reporter.conclude({ call, rules, packed, report: native.report() }, ALLOW);
    } catch (error) {
      return failOpen(error, "stopped", call);
    }
  }

  #judge(native: CoreRun, event: Event, text?: TextFinding): Verdict {
    const packed = native.judge(event);
    checkPacked(packed);
    return isDetected(packed) ? this.reporter.concludeNoCall(packed, native.report(), text) : ALLOW;
  }
}
