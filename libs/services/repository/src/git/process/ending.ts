import type { Child, Exit } from './child.js';
import { GitUnavailable } from './errors.js';

/** Milliseconds between the steps of ending a process. */
export interface EndingTimes {
  /** From closing its input until it is terminated. */
  readonly hangUpMs: number;
  /** From SIGTERM until SIGKILL. */
  readonly killAfterMs: number;
  /** From SIGKILL until its exit counts as unknown. */
  readonly giveUpAfterMs: number;
}

const TIMES: EndingTimes = { hangUpMs: 10_000, killAfterMs: 5_000, giveUpAfterMs: 5_000 };

/**
 * Ends one process. Its exit does not arrive while it waits for a disk that does not answer, or while a process outside its group has its output
 * open: then it is given up, so that neither its caller nor others that wait for a place in a queue wait for it.
 */
export class Ending {
  /** Like that of the child; rejects with GitUnavailable when it was given up. */
  readonly exited: Promise<Exit>;
  readonly #abandoned = Promise.withResolvers<never>();
  #asked = false;

  constructor(
    private readonly child: Child,
    private readonly times = TIMES,
  ) {
    this.exited = Promise.race([child.exited, this.#abandoned.promise]);
    this.exited.catch(() => undefined);
  }

  /** Terminates the process and its descendants, and kills those that do not end. Further calls do nothing. */
  readonly kill = (): void => {
    if (this.#asked) return;
    this.#asked = true;
    const { child, times } = this;
    child.signal('SIGTERM');
    this.#unlessEndedWithin(times.killAfterMs, () => {
      child.signal('SIGKILL');
      this.#unlessEndedWithin(times.giveUpAfterMs, () => this.#giveUp());
    });
    child.stdout.resume();
  };

  /** Closes the input, so that it ends by itself; kills it only if it does not. */
  readonly hangUp = (): void => {
    for (const pipe of [this.child.stdin, ...this.child.extraPipes]) pipe.destroy();
    this.#unlessEndedWithin(this.times.hangUpMs, this.kill);
  };

  #giveUp(): void {
    const { stdin, stdout, extraPipes } = this.child;
    this.#abandoned.reject(new GitUnavailable('git did not end although it was killed'));
    for (const pipe of [stdin, stdout, ...extraPipes]) pipe.destroy();
  }

  /** The timer lets this process exit before it fires. */
  #unlessEndedWithin(ms: number, act: () => void): void {
    const timer = setTimeout(act, ms).unref();
    const clear = (): void => clearTimeout(timer);
    this.child.exited.then(clear, clear);
  }
}
