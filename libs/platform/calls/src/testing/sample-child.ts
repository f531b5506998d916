import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./sample-process.js', import.meta.url));

/** A process of the sample that is stopped or killed and restarted on the same port. */
export class SampleChild {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** @param environment SAMPLE_VERIFY_KEYS and SAMPLE_EFFECTS */
  static async start(environment: NodeJS.ProcessEnv): Promise<SampleChild> {
    const child = new SampleChild(await freePort(), { ...process.env, ...environment });
    await child.start();
    return child;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as ['ignore', 'inherit', 'inherit', 'ipc'];
    this.child = fork(program, [String(this.port)], { stdio, env: this.environment });
    await Promise.race([once(this.child, 'message'), once(this.child, 'exit')]);
  }

  /** Ends the process and resolves with its status; null when the signal ended it. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
    return child.exitCode;
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
