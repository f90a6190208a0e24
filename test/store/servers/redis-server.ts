/** Real Redis servers on loopback, each with a folder of its own, for one test file. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const START_MS = 20_000;
/**
 * A cluster's bus listens 10,000 higher: both stay below 32,768, from where Linux takes ports for outgoing connections, which
 * come and go at any moment.
 */
const [MIN_PORT, MAX_PORT, BUS] = [10_000, 22_000, 10_000];
/** Another process may take a port between our look and the server's. */
const PORTS_TRIED = 5;

/** Whether this machine has Redis; `.ci/run` sees to it. */
export const hasRedis: boolean = spawnSync("redis-server", ["--version"]).status === 0;
export const NEEDS_REDIS = hasRedis ? "" : " (skipped: no redis-server in PATH; Debian's package is redis-server)";

export interface RedisServerOptions {
  /** Default: one that is free. */
  port?: number;
  /** Further settings, such as `["--appendonly", "yes"]`. */
  args?: readonly string[];
}

export class RedisServer {
  readonly port: number;
  readonly #args: readonly string[];
  readonly #dir: string = mkdtempSync(join(tmpdir(), "loopguard-redis-"));
  #process: ChildProcess | undefined;

  private constructor(port: number, args: readonly string[]) {
    this.port = port;
    this.#args = args;
  }

  static async start({ port, args = [] }: RedisServerOptions = {}): Promise<RedisServer> {
    for (let tried = 1; ; tried++) {
      const server = new RedisServer(port ?? (await freePort()), args);
      try {
        await server.start();
        return server;
      } catch (error) {
        await server.stop();
        if (port !== undefined || tried === PORTS_TRIED || !`${error}`.includes("Address already in use")) throw error;
      }
    }
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it, again on the same port and folder after `kill`; resolves when it answers. */
  async start(): Promise<void> {
    const fixed = ["--port", `${this.port}`, "--bind", "127.0.0.1", "--dir", this.#dir, "--save", ""];
    const child = spawn("redis-server", [...fixed, ...this.#args], { stdio: ["ignore", "pipe", "pipe"] });
    this.#process = child;
    let said = "";
    child.stdout.on("data", (chunk) => (said += chunk));
    child.stderr.on("data", (chunk) => (said += chunk));
    for (const end = Date.now() + START_MS; !(await answers(this.port)); await sleep(20))
      if (child.exitCode !== null || Date.now() > end) throw new Error(`redis-server did not start: ${said}`);
  }

  /** `kill -9`, and waits until it is dead. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const dead = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await dead;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

/** Three servers that are one cluster. */
export async function startCluster(): Promise<{ ports: number[]; stop: () => Promise<void> }> {
  const servers: RedisServer[] = [];
  const stop = async (): Promise<void> => {
    for (const server of servers) await server.stop();
  };
  try {
    while (servers.length < 3)
      servers.push(await RedisServer.start({ args: ["--cluster-enabled", "yes", "--cluster-node-timeout", "5000"] }));
    const ports = servers.map(({ port }) => port);
    const nodes = ports.map((port) => `127.0.0.1:${port}`);
    const made = spawnSync("redis-cli", ["--cluster", "create", ...nodes, "--cluster-yes"], { encoding: "utf8" });
    if (made.status !== 0) throw new Error(`no cluster: ${made.stdout}${made.stderr}`);
    for (const port of ports) await untilClusterIsUp(port);
    return { ports, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilClusterIsUp(port: number): Promise<void> {
  const isUp = (): boolean => cli(port, "CLUSTER", "INFO").includes("cluster_state:ok");
  for (const end = Date.now() + START_MS; !isUp(); await sleep(50))
    if (Date.now() > end) throw new Error(`the cluster on ${port} did not come up`);
}

/** What `redis-cli` prints. */
export function cli(port: number, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("redis-cli", ["-p", `${port}`, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`redis-cli ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout.trim();
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = MIN_PORT + Math.floor(Math.random() * (MAX_PORT - MIN_PORT));
    if ((await canListen(port)) && (await canListen(port + BUS))) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** Whether somebody on this port speaks Redis and has read its files. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.setTimeout(1000, () => socket.destroy());
    socket.once("data", (data) => {
      resolve(/^(\+PONG|-NOAUTH)/.test(data.toString()));
      socket.destroy();
    });
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
  });
}
