/** The code that runs in a sandbox's child process. */

/** The message from the parent to the child. */
export interface SandboxRequest {
  /** The text of the tool's `execute`. */
  source: string;
  args: unknown;
  /** A plain copy of the context: ids and metadata. */
  ctx: Record<string, unknown>;
  timeoutMs: number;
  allowNetwork: boolean;
}

/** The message from the child to the parent. */
export type SandboxReply = { ok: true; result: unknown } | { ok: false; message: string };

/**
 * The main function of the child process. The parent passes its *text* to `node -e`, so that no file has to be found:
 * this works from the sources, from `dist` and from a bundle. So the function must not use anything from outside
 * itself.
 */
export function sandboxMain(): void {
  const builtin = (id: string): Record<string, unknown> =>
    process.getBuiltinModule(id) as unknown as Record<string, unknown>;
  // Own references, because the tool may replace the properties of `process`.
  const send = process.send?.bind(process);
  const exit = process.exit.bind(process);

  const reply = (message: SandboxReply): void => {
    try {
      // The parent ends this process when it has the reply.
      send?.(message);
    } catch (error) {
      send?.({ ok: false, message: textOf(error) });
    }
  };
  const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
  const fail = (error: unknown): void => reply({ ok: false, message: textOf(error) });

  /** The text of a method (`async execute(args) {}`) is not an expression, but is valid inside an object literal. */
  const compile = (source: string): ((...args: unknown[]) => unknown) => {
    // biome-ignore lint/security/noGlobalEval: running the tool's text is what this process is for
    const evaluate = globalThis.eval;
    try {
      return evaluate(`(${source})`);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return Object.values(evaluate(`({${source}})`))[0] as (...args: unknown[]) => unknown;
    }
  };

  /** Replaces the functions that all network access goes through. Not a defence against hostile code. */
  const blockNetwork = (): void => {
    const refuse = (): never => {
      throw new Error("Network access is not allowed in the sandbox");
    };
    const block = (target: object, names: string[]): void => {
      for (const name of names) {
        if (name in target)
          Object.defineProperty(target, name, { value: refuse, writable: false, configurable: false });
      }
    };
    const prototypeOf = (module: string, name: string): object =>
      (builtin(module)[name] as { prototype: object }).prototype;
    block(prototypeOf("node:net", "Socket"), ["connect"]);
    block(prototypeOf("node:net", "Server"), ["listen"]);
    block(prototypeOf("node:dgram", "Socket"), ["bind", "connect", "send"]);
    for (const dns of ["node:dns", "node:dns/promises"])
      for (const target of [builtin(dns), prototypeOf(dns, "Resolver")]) {
        const names = Object.getOwnPropertyNames(target);
        block(
          target,
          names.filter((name) => /^(lookup|resolve|reverse)/.test(name)),
        );
      }
    block(globalThis, ["fetch", "WebSocket", "EventSource"]);
    // So that `import { lookup } from "node:dns"` gets the replacements, too.
    (builtin("node:module")["syncBuiltinESMExports"] as () => void)();
  };

  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
  process.on("disconnect", () => exit(0));
  process.once("message", (request: SandboxRequest) => {
    try {
      if (!request.allowNetwork) blockNetwork();
      const execute = compile(request.source);
      const start = { value: () => execute(request.args, request.ctx), configurable: true };
      Object.defineProperty(globalThis, "__loopguardStart", start);
      // The parent kills this process on time-out; this limit is for an endless loop that outlives the parent.
      const run = builtin("node:vm")["runInThisContext"] as (code: string, options: object) => unknown;
      const returned = run("__loopguardStart()", { timeout: request.timeoutMs });
      Promise.resolve(returned).then((result) => reply({ ok: true, result }), fail);
    } catch (error) {
      fail(error);
    }
  });
}
