/** For Workers: answers a request with what came of the vectors. */
import { LoopDetector, LoopGuard, TextLoopDetector } from "loopguard";
import { runAll } from "./all.ts";

/** Workers have no random values outside of requests: all draw their key at first use. */
const guard = new LoopGuard();
const detector = new LoopDetector({ repeats: 2 });
const text = new TextLoopDetector();

export default {
  async fetch(): Promise<Response> {
    const call = { name: "read", arguments: {} };
    if (guard.before(call).action !== "allow") throw new Error("A constant guard refuses its first call");
    if (detector.push("a").detected || !detector.push("a").detected) throw new Error("A constant detector is wrong");
    if (text.push("a").detected || !text.push("Let me look once more. ".repeat(40)).detected)
      throw new Error("A constant text detector is wrong");
    return Response.json(await runAll());
  },
};
