import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '@hearth/data/testing';

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
