import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../failure.mjs';
import { identify } from '../process-identity.mjs';
import { Backoff } from './backoff.mjs';
import { untilHanging } from './liveness-watch.mjs';
import { openLog, tailOfLog } from './log-file.mjs';
import { ENGINE_STOP_LIMIT_MS } from './stop-limit.mjs';

const PROBE_EVERY_MS = 25;
/** After this time a start takes long, and is looked at less often. */
const EAGER_MS = 10_000;
const PATIENT_PROBE_EVERY_MS = 250;
const START_LIMIT_MS = 180_000;
const ABORT_LIMIT_MS = 3000;
const DEATHS_BEFORE_FIRST_READINESS = 3;

/**
 * A program to run, and the test that it works.
 * @typedef {object} ProcessSpec
 * @property {string} name
 * @property {'service' | 'postgres' | 'kafka'} kind
 * @property {string} [service] a service's name, for which statements are signed
 * @property {boolean} [edge] whether it takes the requests of users
 * @property {number} port where it serves
 * @property {number} [internalPort] a service's port for calls and health
 * @property {string} [authority] the PEM file that a service's certificate is checked against, if it speaks TLS
 * @property {string} log
 * @property {() => Promise<void>} [prepare] before each start
 * @property {string} command
 * @property {string[]} args
 * @property {{ cwd: string, env: NodeJS.ProcessEnv, uid?: number, gid?: number }} options
 * @property {boolean} [ipc] with a channel whose end tells the process that its supervisor is gone
 * @property {() => Promise<boolean>} isReady
 * @property {() => Promise<string[]>} [whyNotReady] sentences
 * @property {(timeoutMs: number) => Promise<'live' | 'stuck' | 'silent'>} [liveness] whether it hangs; asked once it was ready
 * @property {NodeJS.Signals} stopSignal
 * @property {NodeJS.Signals} [abortSignal] ends it at once, without harm, where stopSignal does not; SIGKILL by default
 * @property {number} [stopLimitMs] after how long a process that was told to end is killed
 */

/**
 * Time limits in milliseconds; the defaults hold where one is not given.
 * @typedef {{ startLimitMs?: number, everyMs?: number, misses?: number }} Patience
 */

/** One process that is started again whenever it ends or hangs, until it is stopped. */
export class SupervisedProcess {
  #spec;
  #observer;
  #patience;
  #backoff = new Backoff();
  #child;
  #identity;
  #ready = false;
  #wasReady = false;
  #deaths = 0;
  #stopping = new AbortController();
  #first = Promise.withResolvers();

  /**
   * @param {ProcessSpec} spec
   * @param {{ changed(): void, note(text: string): void }} observer
   * @param {Patience} [patience]
   */
  constructor(spec, observer, patience = {}) {
    this.#spec = spec;
    this.#observer = observer;
    this.#patience = { startLimitMs: START_LIMIT_MS, ...patience };
    // Handled here as well: the first start may fail before `start` waits for it.
    this.#first.promise.catch(() => {});
  }

  get name() {
    return this.#spec.name;
  }

  get edge() {
    return this.#spec.edge ?? false;
  }

  get internalPort() {
    return this.#spec.internalPort;
  }

  get authority() {
    return this.#spec.authority;
  }

  get stopLimitMs() {
    return this.#spec.stopLimitMs ?? ENGINE_STOP_LIMIT_MS;
  }

  /** The process's entry in the state file; undefined while it is not running. */
  get record() {
    if (!this.#identity) return undefined;
    const { name, kind, service, port, internalPort, authority } = this.#spec;
    return {
      name,
      kind,
      service,
      ...this.#identity,
      port,
      internalPort,
      authority,
      ready: this.#ready,
      stopLimitMs: this.stopLimitMs,
    };
  }

  /** Starts it and waits until it is ready for the first time. @throws {Failure} when it keeps dying, or never is */
  async start() {
    void this.#spawn();
    await this.#first.promise;
  }

  /** Stops it for good: its own signal first, SIGKILL after its time. `limitMs` 0 kills at once. */
  async stop(limitMs = this.stopLimitMs) {
    this.#stopping.abort();
    this.#first.reject(new Failure(`${this.name} was stopped before it was ready.`));
    if (this.#child) await this.#end(this.#child, limitMs);
  }

  async #end(child, limitMs) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode !== null || child.signalCode !== null) return;
    if (limitMs === 0) {
      child.kill('SIGKILL');
      return void (await gone);
    }
    child.kill(this.#spec.stopSignal);
    const { abortSignal = 'SIGKILL' } = this.#spec;
    const aborting = setTimeout(() => {
      this.#observer.note(`${this.name} did not stop within ${limitMs / 1000} s and is killed`);
      child.kill(abortSignal);
    }, limitMs);
    const killing = setTimeout(() => child.kill('SIGKILL'), limitMs + ABORT_LIMIT_MS);
    await gone;
    for (const timer of [aborting, killing]) clearTimeout(timer);
  }

  async #spawn() {
    const startedAt = performance.now();
    const over = new AbortController();
    try {
      await this.#spec.prepare?.();
      if (this.#stopping.signal.aborted) return;
      const child = this.#launch();
      const end = await new Promise((resolve) => {
        child.once('error', (error) => resolve(error.message));
        child.once('exit', (code, signal) =>
          resolve(signal ? `was killed by ${signal}` : `exited with status ${code}`),
        );
        if (child.pid) void this.#watch(child, AbortSignal.any([over.signal, this.#stopping.signal]));
      });
      over.abort();
      this.#forget();
      await this.#died(end, performance.now() - startedAt);
    } catch (error) {
      over.abort();
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

  /** Waits until a child is ready, then looks whether it hangs; `over` aborts when it has ended or is being stopped. */
  async #watch(child, over) {
    if (!(await this.#becomesReady(over))) return over.aborted ? undefined : this.#startsInVain(child, over);
    this.#ready = true;
    this.#wasReady = true;
    this.#observer.changed();
    this.#first.resolve();
    if (!this.#spec.liveness) return undefined;
    const hanging = await untilHanging(this.#spec.liveness, over, this.#patience);
    if (hanging) await this.#endHanging(child, hanging);
    return undefined;
  }

  async #becomesReady(over) {
    const startedAt = performance.now();
    const elapsed = () => performance.now() - startedAt;
    while (!over.aborted && elapsed() < this.#patience.startLimitMs) {
      if (await this.#spec.isReady()) return !over.aborted;
      const everyMs = elapsed() < EAGER_MS ? PROBE_EVERY_MS : PATIENT_PROBE_EVERY_MS;
      await delay(everyMs, undefined, { signal: over }).catch(() => undefined);
    }
    return false;
  }

  /** A first start is given up; later what it waits for may come back, so only a child that says nothing is started again. */
  async #startsInVain(child, over) {
    const seconds = this.#patience.startLimitMs / 1000;
    const reasons = (await this.#spec.whyNotReady?.()) ?? [];
    const how = `was not ready after ${seconds} s${reasons.length > 0 ? `: ${reasons.join(' ')}` : ''}`;
    if (!this.#wasReady) {
      this.#first.reject(this.#startFailure(how));
      return this.stop();
    }
    this.#observer.note(`${this.name} ${how}`);
    if (reasons.length === 0) return this.#end(child, 0);
    return this.#watch(child, over);
  }

  /** Ends a process that hangs: a silent one handles no signal either, a stuck one may still complete its other work. */
  async #endHanging(child, hanging) {
    const how = hanging === 'silent' ? 'does not answer any more' : 'says that it is stuck';
    this.#observer.note(`${this.name} ${how}; it is ended and started again`);
    await this.#end(child, hanging === 'silent' ? 0 : this.stopLimitMs);
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
      this.#first.reject(cause instanceof Failure ? cause : this.#startFailure(`it ${how}`, cause));
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
      `${this.name} does not start (${how}): its last lines are above, all of them in ${this.#spec.log}; ` +
        'mend the cause and run this again.',
      { details: tailOfLog(this.#spec.log), cause },
    );
  }
}
