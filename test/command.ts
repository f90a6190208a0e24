/**
 * The built command without a process for each call, which is most of what a call costs: `run` of out/cli/program.js in a
 * thread that is kept, with arguments, environment and standard input of the call. Everything but the working directory and
 * terminals is as in a process.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";

export interface CommandCall {
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  input?: string | Uint8Array;
}

export interface CommandEnd {
  code: number;
  stdout: string;
  stderr: string;
}

let thread: Worker | undefined;

function send({ args, env, input = "" }: CommandCall): { port: MessagePort; wake: Int32Array } {
  if (thread === undefined) {
    thread = new Worker(new URL("command-thread.mjs", import.meta.url));
    thread.unref();
  }
  const { port1, port2 } = new MessageChannel();
  const wake = new Int32Array(new SharedArrayBuffer(4));
  thread.postMessage({ args, env, input, port: port2, wake }, [port2]);
  return { port: port1, wake };
}

/** Waits as `spawnSync` does. */
export function callCommandSync(call: CommandCall): CommandEnd {
  const { port, wake } = send(call);
  if (Atomics.wait(wake, 0, 0, 60_000) === "timed-out") throw new Error(`loopguard ${call.args.join(" ")}: no end`);
  const message = receiveMessageOnPort(port) as { message: CommandEnd };
  port.close();
  return message.message;
}

export async function callCommand(call: CommandCall): Promise<CommandEnd> {
  const { port } = send(call);
  try {
    return await new Promise((resolve) => port.once("message", resolve));
  } finally {
    port.close();
  }
}
