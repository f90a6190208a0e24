/** What is "the same call" differs from tool to tool: policies say it. */
import { detectors, LoopGuard } from "loopguard";

const { duplicate, limit, noProgress, similarQuery } = detectors;

const guard = new LoopGuard({
  detectors: [
    limit({ limits: { send_email: 1 }, default: 20 }),
    duplicate(),
    similarQuery({ tools: ["search*"] }),
    noProgress(),
  ],
  action: "hint",
  tools: {
    think: false, // exempt
    fetch: { ignore: ["requestId"] }, // an argument that is new in every call
    edit_file: { mutates: true }, // after it, the same test run is news
    job_status: { poll: { maxWaitMs: 60_000 } }, // judged by time, not by count
  },
});

function ask(name, args, result = "ok") {
  const call = { name, arguments: args };
  guard.beginRound();
  const before = guard.before(call);
  const messages = [before.message, before.allowed ? guard.after(call, { result }).message : ""].filter(Boolean);
  console.log([`${name}(${JSON.stringify(args)}): ${before.action}`, ...messages].join(" - "));
}

ask("fetch", { url: "/a", requestId: 1 });
ask("fetch", { url: "/a", requestId: 2 });
ask("search_docs", { query: "refund shipping costs" });
ask("search_docs", { query: "refund of shipping costs" });
ask("run_tests", {}, "1 failed");
ask("edit_file", { path: "a.js", text: "x" });
ask("run_tests", {}, "0 failed");
ask("job_status", { job: 7 }, "running");
ask("job_status", { job: 7 }, "running");
ask("send_email", { to: "a@example.com" });
ask("send_email", { to: "b@example.com" });
ask("think", { thought: "hm" });
ask("think", { thought: "hm" });
guard.close();
