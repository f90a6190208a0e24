/** The low-level primitive: signatures in, cycles out. Here for the calls of any agent, told apart by `callSignature`. */
import { callSignature, LoopDetector } from "loopguard";

const detector = new LoopDetector({ windowSize: 32, repeats: 3 });
const steps = [
  [{ name: "read", arguments: { path: "a.js" } }, { result: "..." }],
  [
    { name: "post", arguments: { text: "hello" } },
    { error: "no credits", status: 402, errorTitle: "CreditsDepleted" },
  ],
];
for (let step = 0; step < 6; step++) {
  const signature = callSignature(...steps[step % 2]);
  const found = detector.push(signature);
  console.log(signature, found.detected ? `<- ${found.cycleLength} calls, ${found.repeats} times` : "");
}
detector.close();
