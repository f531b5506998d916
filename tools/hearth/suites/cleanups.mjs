import { reportError } from '../failure.mjs';

/** Work to undo at the end of a test run, however it ends. */
export class Cleanups {
  #pending = [];
  #running;
  /** Whether a signal has asked for the end: nothing new is begun then. */
  interrupted = false;

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.once(signal, () => {
        this.interrupted = true;
        void this.run().finally(() => process.exit(1));
      });
    }
  }

  /** Remembers work for the end and returns a function that does it earlier. */
  add(work) {
    this.#pending.push(work);
    return async () => {
      const index = this.#pending.indexOf(work);
      if (index === -1) return;
      this.#pending.splice(index, 1);
      await work();
    };
  }

  /** Runs the remaining work, the latest first; a failure is reported and does not keep the others from running. */
  run() {
    this.#running ??= this.#runAll().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #runAll() {
    while (this.#pending.length > 0) {
      try {
        await this.#pending.pop()();
      } catch (error) {
        reportError(error);
      }
    }
  }
}
