import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { waitFor } from '../wait-for.js';

const PROGRAM = fileURLToPath(new URL('./main.js', import.meta.url));
const READY_MS = 120_000;
const STOP_MS = 15_000;
/** Number of consecutive exits with a status of its own after which it is no longer restarted. */
const MOST_FAILURES = 5;

export interface ProcessSetup {
  /** The service with a number: `repository-2`. */
  readonly name: string;
  readonly service: string;
  readonly internalPort: number;
  readonly environment: NodeJS.ProcessEnv;
  /** File that its output is appended to. */
  readonly log: string;
}

/** One process of the witness. It is restarted at once whenever it ends, until it is stopped. */
export class WitnessProcess {
  /** Exits that the suite did not cause: code or signal, in order of time. */
  readonly deaths: string[] = [];
  private child: ChildProcess | undefined;
  private stopping = false;
  private killed = false;
  private failures = 0;

  constructor(private readonly setup: ProcessSetup) {}

  get name(): string {
    return this.setup.name;
  }

  get service(): string {
    return this.setup.service;
  }

  /** Address of its internal listener. */
  get internal(): string {
    return `http://127.0.0.1:${this.setup.internalPort}`;
  }

  /** @throws while it is being restarted */
  get pid(): number {
    const pid = this.child?.pid;
    if (pid === undefined) throw new Error(`${this.name} does not run at the moment`);
    return pid;
  }

  start(): void {
    const output = openSync(this.setup.log, 'a');
    const child = fork(PROGRAM, [this.service], {
      env: this.setup.environment,
      stdio: ['ignore', output, output, 'ipc'],
    });
    closeSync(output);
    this.child = child;
    this.killed = false;
    child.once('exit', (code, signal) => {
      this.child = undefined;
      if (this.stopping) return;
      this.failures = signal ? 0 : this.failures + 1;
      if (!this.killed) this.deaths.push(signal ?? `status ${code}`);
      if (this.failures < MOST_FAILURES) this.start();
    });
  }

  /**
   * Waits until it is ready.
   * @throws with the end of its log when it does not become ready
   */
  async ready(): Promise<void> {
    try {
      await waitFor(`${this.name} to be ready`, () => this.failures >= MOST_FAILURES || this.answersReady(), {
        timeoutMs: READY_MS,
      });
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${this.tail()}`, { cause: error });
    }
    if (this.failures >= MOST_FAILURES) throw new Error(`${this.name} does not start\n${this.tail()}`);
  }

  /** Kills it with SIGKILL and returns once it is gone; it is restarted at once. */
  async kill(): Promise<void> {
    const child = this.child;
    if (!child) return;
    this.killed = true;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Stops it as the supervisor of a real system does, and returns how it ended: a status or a signal. */
  async stop(): Promise<number | NodeJS.Signals | null> {
    this.stopping = true;
    const child = this.child;
    if (!child) return null;
    const gone = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    child.kill('SIGTERM');
    const killing = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    const [code, signal] = await gone;
    clearTimeout(killing);
    return code ?? signal;
  }

  private async answersReady(): Promise<boolean> {
    const { statusCode, body } = await request(`${this.internal}/health/ready`, { headersTimeout: 1_000 });
    await body.dump();
    return statusCode === 200;
  }

  private tail(): string {
    return readFileSync(this.setup.log, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
  }
}
