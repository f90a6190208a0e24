/** Sessions of a guarded MCP server, with a small stand-in for the SDK; test/frameworks has the real ones. */
import { describe, expect, it } from "vitest";
import { guardServer, type McpRequestContext, type McpServerGuardOptions } from "../../lib/frameworks/mcp.ts";
import { detectors, guardFunction, LoopGuard } from "../../lib/index.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";

const { repeat } = detectors;

type Handler = (request: object, context: McpRequestContext) => Promise<Answer>;
interface Answer {
  content: { text: string }[];
  isError?: boolean;
}

const STRICT: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], action: "hint" };
const UNREAD = { name: "unread_count", arguments: {} };
const answer = (text: string): Answer => ({ content: [{ text }] });

/** A server with one tool, its guard, and a clock that only the test moves. */
function serverOf(
  options: LoopGuardOptions = {},
  more: McpServerGuardOptions = {},
  tool = async () => answer("0 unread"),
) {
  const clock = { ms: 1_700_000_000_000 };
  const guard = new LoopGuard({ ...options, now: () => clock.ms });
  const handlers = new Map<string, Handler>([["tools/call", tool]]);
  const server = guardServer({ setRequestHandler() {}, _requestHandlers: handlers }, guard, more);
  let requests = 0;
  const ask = (context: McpRequestContext = {}, params: object = UNREAD): Promise<Answer> =>
    (handlers.get("tools/call") as Handler)({ params }, {
      signal: new AbortController().signal,
      requestId: ++requests,
      ...context,
    } as McpRequestContext);
  const said = async (context?: McpRequestContext, params?: object) => {
    const { content, isError } = await ask(context, params);
    return isError === true ? "refused" : content.length > 1 ? "warned" : content[0]?.text;
  };
  return { clock, guard, server, said };
}

const OPEN = "0 unread";
const MINUTE = 60_000;

describe("one long session", () => {
  it("a call every two minutes, fifty times: never refused, never warned", async () => {
    const { clock, guard, said } = serverOf();
    for (let i = 0; i < 50; i++) {
      expect(await said()).toBe(OPEN);
      clock.ms += 2 * MINUTE;
    }
    expect(guard.stats()).toMatchObject({ calls: 50, refused: 0, warned: 0 });
  });

  it("twenty calls within one second: refused", async () => {
    const { clock, said } = serverOf();
    const told: unknown[] = [];
    for (let i = 0; i < 20; i++) {
      told.push(await said());
      clock.ms += 50;
    }
    expect(told.slice(0, 2)).toEqual([OPEN, OPEN]);
    expect(told.slice(5).every((text) => text === "refused")).toBe(true);
  });

  it("a loop is refused after a long healthy session as at its beginning, and also after a refusal", async () => {
    const { clock, said } = serverOf();
    for (let i = 0; i < 10; i++) {
      await said();
      clock.ms += 5 * MINUTE;
    }
    for (let burst = 0; burst < 2; burst++) {
      const told: unknown[] = [];
      for (let i = 0; i < 10; i++) told.push(await said());
      expect(told[0]).toBe(OPEN);
      expect(told.at(-1)).toBe("refused");
      clock.ms += MINUTE;
    }
  });

  it("other results between two equal calls count as progress, within one turn", async () => {
    const { clock, said, guard } = serverOf();
    for (let i = 0; i < 30; i++) {
      expect(await said()).toBe(OPEN);
      for (let n = 0; n < 3; n++) await said({}, { name: "read", arguments: { file: `${i}-${n}` } });
      clock.ms += 20_000;
    }
    expect(guard.stats().refused).toBe(0);
  });

  it("the pause begins with the last answer, and is an option", async () => {
    const slow = serverOf(STRICT, {}, async () => {
      slow.clock.ms += 10 * MINUTE; // a tool that takes long is no pause
      return answer(OPEN);
    });
    expect([await slow.said(), await slow.said(), await slow.said()]).toEqual([OPEN, "warned", "refused"]);
    const paused = async (turnAfterMs: number | undefined, pause: number) => {
      const { clock, said } = serverOf(STRICT, turnAfterMs === undefined ? {} : { turnAfterMs });
      await said();
      clock.ms += pause;
      return said();
    };
    expect(await paused(undefined, MINUTE - 1)).toBe("warned");
    expect(await paused(undefined, MINUTE)).toBe(OPEN);
    expect(await paused(5000, 5000)).toBe(OPEN);
    expect(await paused(Number.POSITIVE_INFINITY, 1e12)).toBe("warned");
    for (const turnAfterMs of [0, -1, Number.NaN, "60000" as never])
      expect(() => guardServer({ setRequestHandler() {}, _requestHandlers: new Map() }, {}, { turnAfterMs })).toThrow(
        expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }),
      );
  });

  it("a clock that throws or goes backwards makes no pause", async () => {
    const { clock, said } = serverOf(STRICT);
    await said();
    clock.ms -= 10 * MINUTE;
    expect(await said()).toBe("warned");
    const guard = new LoopGuard({
      ...STRICT,
      now: () => {
        throw new Error("no clock");
      },
    });
    const handlers = new Map<string, Handler>([["tools/call", async () => answer(OPEN)]]);
    guardServer({ setRequestHandler() {}, _requestHandlers: handlers }, guard);
    expect(await (handlers.get("tools/call") as Handler)({ params: UNREAD }, {})).toEqual(answer(OPEN));
  });
});

describe("many sessions", () => {
  const USERS = Array.from({ length: 12 }, (_, n) => `session-${n}`);

  it("each has its own state; only the one that loops is refused", async () => {
    const { said } = serverOf();
    for (const sessionId of USERS) expect(await said({ sessionId })).toBe(OPEN);
    const told: unknown[] = [];
    for (let i = 0; i < 10; i++) told.push(await said({ sessionId: "stuck" }));
    expect(told.at(-1)).toBe("refused");
    for (const sessionId of USERS) expect(await said({ sessionId })).toBe(OPEN);
  });

  it.each<[string, () => McpRequestContext]>([
    ["version 1", () => ({ requestInfo: { headers: {} } })],
    ["version 2", () => ({ http: { req: new Request("http://localhost/mcp") } })],
    ["version 2, without the request", () => ({ http: {} })],
  ])("HTTP without sessions, %s: each request may be of somebody else", async (_, context) => {
    const { said } = serverOf();
    for (let i = 0; i < 12; i++) expect(await said(context())).toBe(OPEN);
  });

  it("runKey separates users if the transport does not; if it throws, the default applies", async () => {
    const { said } = serverOf(STRICT, { runKey: ({ authInfo }) => (authInfo as { user: string }).user });
    const context = (user: string) => ({ requestInfo: {}, authInfo: { user } });
    for (const user of USERS) expect(await said(context(user))).toBe(OPEN);
    expect([await said(context("session-3")), await said(context("session-3"))]).toEqual(["warned", "refused"]);
    expect(await said({ requestInfo: {} })).toBe(OPEN);
  });

  it("one state for all if the guard's scope is instance", async () => {
    const { said, guard } = serverOf({ ...STRICT, scope: "instance" });
    for (const sessionId of USERS) await said({ sessionId });
    expect(guard.run().stats()).toMatchObject({ calls: 12, refused: 10 });
  });

  it("functions guarded with guardFunction belong to the session's run", async () => {
    const guard = new LoopGuard(STRICT);
    const count = guardFunction("count", async (_: object) => OPEN, guard);
    const { said } = serverOf({}, {}, async () => answer(await count({})));
    for (const sessionId of USERS) expect(await said({ sessionId })).toBe(OPEN);
    expect(guard.run("session-4").stats().calls).toBe(1);
  });
});

it("the user's runKey is asked once a request, and all of the request is in that run", async () => {
  let asked = 0;
  const { guard, said } = serverOf({}, { runKey: () => `run ${++asked}` });
  for (let i = 0; i < 3; i++) await said();
  expect([asked, guard.run("run 2").stats().calls]).toEqual([3, 1]);
});
