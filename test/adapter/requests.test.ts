/** A function guarded at the top of a server's module, where nobody says whose call it is: a request is a run. */
import { once } from "node:events";
import { Agent, createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { guardFunction, LoopGuard, type LoopGuardOptions, runScope } from "../../lib/index.ts";
import { repeat } from "../../lib/rules/factories.ts";

const STRICT: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], action: "hint" };
const HOURS = "Open from 9 to 17.";

afterEach(() => vi.restoreAllMocks());

/** What a server answers to requests that all are under way at once, on connections that are kept. */
async function served(answer: (user: string) => Promise<string[]>, users: readonly string[]): Promise<string[][]> {
  const server = createServer((request, response) => {
    void answer(request.url ?? "").then((texts) => response.end(JSON.stringify(texts)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const agent = new Agent({ keepAlive: true, maxSockets: 3 });
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string): Promise<string[]> => {
    const [response] = await once(get({ port, host: "127.0.0.1", path, agent }), "response");
    let text = "";
    for await (const chunk of response) text += chunk;
    return JSON.parse(text) as string[];
  };
  try {
    return await Promise.all(users.map(ask));
  } finally {
    agent.destroy();
    server.close();
  }
}

const USERS = Array.from({ length: 12 }, (_, n) => `/user-${n}`);

function asking(guard: LoopGuard) {
  const search = guardFunction("search", async (_: string) => HOURS, guard);
  return async (user: string) => {
    const texts: string[] = [];
    for (let times = 0; times < (user === "/user-3" ? 3 : 1); times++) {
      await setImmediate(); // others have their turn
      texts.push(await search("hours"));
    }
    return texts;
  };
}

describe("a function guarded for all requests", () => {
  it("counts each request alone, and says so once", async () => {
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    const guard = new LoopGuard(STRICT);
    const told = await served(asking(guard), USERS);
    told.forEach((texts, n) => {
      if (n === 3) expect(texts[2]).toContain("was not run");
      else expect(texts).toEqual([HOURS]);
    });
    expect(guard.run().stats().calls).toBe(0);
    expect(warned.mock.calls).toEqual([
      [expect.stringContaining("runScope(sessionId, fn)"), expect.objectContaining({ code: "LOOPGUARD_SCOPE" })],
    ]);
  });

  it("takes the run that it is told of instead, and says nothing", async () => {
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    const guard = new LoopGuard(STRICT);
    const ask = asking(guard);
    await served((user) => runScope("all", () => ask(user)), USERS.slice(0, 3));
    expect(guard.run("all").stats().calls).toBe(3);
    const together = new LoopGuard({ ...STRICT, scope: "instance" });
    await served(asking(together), USERS.slice(0, 2));
    expect(together.run().stats().calls).toBe(2);
    expect(warned).not.toHaveBeenCalled();
  });

  it("says nothing of one request", async () => {
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    expect((await served(asking(new LoopGuard(STRICT)), ["/user-3"]))[0]?.[2]).toContain("was not run");
    expect(warned).not.toHaveBeenCalled();
  });
});
