import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../failure.mjs';
import { identify } from '../process-identity.mjs';
import { Backoff } from './backoff.mjs';
import { openLog, tailOfLog } from './log-file.mjs';

const PROBE_EVERY_MS = 25;
const DEATHS_BEFORE_FIRST_READINESS = 3;

/**
 * What to run and how to know that it works.
 * @typedef {object} ProcessSpec
 * @property {string} name
 * @property {'service' | 'postgres' | 'kafka'} kind
 * @property {number} port where it serves
 * @property {number} [internalPort] a service's port for calls and health
 * @property {string} log
 * @property {() => Promise<void>} [prepare] before each start
 * @property {string} command
 * @property {string[]} args
 * @property {{ cwd: string, env: NodeJS.ProcessEnv, uid?: number, gid?: number }} options
 * @property {boolean} [ipc] with a channel whose end tells the process that its supervisor is gone
 * @property {() => Promise<boolean>} isReady
 * @property {NodeJS.Signals} stopSignal
 */

const STOP_GRACE_MS = 15_000;

/** One process that is started again whenever it dies, until it is stopped. */
export class SupervisedProcess {
  #spec;
  #observer;
  #backoff = new Backoff();
  #child;
  #identity;
  #ready = false;
  #wasReady = false;
  #deaths = 0;
  #stopping = new AbortController();
  #first = Promise.withResolvers();

  /** @param {ProcessSpec} spec @param {{ changed(): void, note(text: string): void }} observer */
  constructor(spec, observer) {
    this.#spec = spec;
    this.#observer = observer;
    // Nobody may be waiting yet when the first start fails.
    this.#first.promise.catch(() => {});
  }

  get name() {
    return this.#spec.name;
  }

  get kind() {
    return this.#spec.kind;
  }

  get internalPort() {
    return this.#spec.internalPort;
  }

  /** What the state file says of it; undefined while it is not running. */
  get record() {
    if (!this.#identity) return undefined;
    const { name, kind, port, internalPort } = this.#spec;
    return { name, kind, ...this.#identity, port, internalPort, ready: this.#ready };
  }

  /** Starts it and waits until it is ready for the first time. @throws {Failure} when it keeps dying before that */
  async start() {
    void this.#spawn();
    await this.#first.promise;
  }

  /** Stops it for good: its own signal first, SIGKILL after the grace period. `graceMs` 0 kills at once. */
  async stop(graceMs = STOP_GRACE_MS) {
    this.#stopping.abort();
    this.#first.reject(new Failure(`${this.name} was stopped before it was ready.`));
    const child = this.#child;
    if (!child) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode !== null || child.signalCode !== null) return;
    if (graceMs === 0) {
      child.kill('SIGKILL');
      return void (await gone);
    }
    child.kill(this.#spec.stopSignal);
    const killing = setTimeout(() => {
      this.#observer.note(`${this.name} did not stop within ${graceMs / 1000} s and is killed`);
      child.kill('SIGKILL');
    }, graceMs);
    await gone;
    clearTimeout(killing);
  }

  async #spawn() {
    const startedAt = performance.now();
    try {
      await this.#spec.prepare?.();
      if (this.#stopping.signal.aborted) return;
      const child = this.#launch();
      const end = await new Promise((resolve) => {
        child.once('error', (error) => resolve(error.message));
        child.once('exit', (code, signal) =>
          resolve(signal ? `was killed by ${signal}` : `exited with status ${code}`),
        );
        if (child.pid) void this.#watchReadiness(child);
      });
      this.#forget();
      await this.#died(end, performance.now() - startedAt);
    } catch (error) {
      await this.#died(error.message, performance.now() - startedAt, error);
    }
  }

  #launch() {
    const { command, args, options, log, ipc } = this.#spec;
    const output = openLog(log);
    try {
      // A process group of its own: Ctrl-C reaches the supervisor only, which stops everything in its order.
      const stdio = ['ignore', output, output, ...(ipc ? ['ipc'] : [])];
      this.#child = spawn(command, args, { ...options, detached: true, stdio });
      this.#identity = this.#child.pid ? identify(this.#child.pid) : undefined;
      this.#observer.changed();
      return this.#child;
    } finally {
      closeSync(output);
    }
  }

  async #watchReadiness(child) {
    while (this.#child === child && !this.#stopping.signal.aborted) {
      if (await this.#spec.isReady()) {
        if (this.#child !== child) return;
        this.#ready = true;
        this.#wasReady = true;
        this.#observer.changed();
        this.#first.resolve();
        return;
      }
      await delay(PROBE_EVERY_MS);
    }
  }

  #forget() {
    this.#child = undefined;
    this.#identity = undefined;
    this.#ready = false;
    this.#observer.changed();
  }

  async #died(how, aliveMs, cause) {
    if (this.#stopping.signal.aborted) return;
    this.#deaths += 1;
    const hopeless = cause instanceof Failure || this.#deaths >= DEATHS_BEFORE_FIRST_READINESS;
    if (!this.#wasReady && hopeless) {
      this.#stopping.abort();
      this.#first.reject(cause instanceof Failure ? cause : this.#startFailure(how, cause));
      return;
    }
    const waitMs = this.#backoff.afterDeath(aliveMs);
    this.#observer.note(`${this.name} ${how}; it is started again in ${waitMs} ms`);
    try {
      await delay(waitMs, undefined, { signal: this.#stopping.signal });
    } catch {
      return;
    }
    void this.#spawn();
  }

  #startFailure(how, cause) {
    return new Failure(
      `${this.name} does not start (it ${how}): its last lines are above, all of them in ${this.#spec.log}; ` +
        'mend the cause and run this again.',
      { details: tailOfLog(this.#spec.log), cause },
    );
  }
}
