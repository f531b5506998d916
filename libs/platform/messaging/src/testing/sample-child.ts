import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Mode } from './sample-app.js';

const program = fileURLToPath(new URL('./sample-process.js', import.meta.url));

/** The sample app in a child process, for specs that kill it. */
export class SampleChild {
  private readonly exit: Promise<unknown>;

  private constructor(private readonly child: ChildProcess) {
    this.exit = once(child, 'exit');
  }

  static async start(mode: Mode): Promise<SampleChild> {
    const child = fork(program, [mode], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const started = new SampleChild(child);
    await Promise.race([once(child, 'message'), started.exit]);
    return started;
  }

  /** Resolves with the signal that ended the process, if any. */
  async ended(): Promise<NodeJS.Signals | null> {
    await this.exit;
    return this.child.signalCode;
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exit;
  }
}
