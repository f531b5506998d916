const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 10_000;
const STEADY_AFTER_MS = 10_000;

/** Delay before a process that died is started again: doubled each time, until it stays alive. */
export class Backoff {
  #deaths = 0;

  /** @param {number} aliveMs how long the process lived @returns {number} milliseconds to wait */
  afterDeath(aliveMs) {
    if (aliveMs >= STEADY_AFTER_MS) this.#deaths = 0;
    this.#deaths += 1;
    return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.#deaths - 1));
  }
}
