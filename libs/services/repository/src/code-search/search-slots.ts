import pLimit, { type LimitFunction } from 'p-limit';
import { CodeSearchBusy } from '@hearth/repository-contracts';

/** Limits of the searches of a process. */
export interface SearchLimits {
  /** Searches that run at the same time. */
  readonly running: number;
  /** Searches that wait for one of them to end. */
  readonly waiting: number;
  /** Milliseconds for a search, including its wait. */
  readonly timeoutMs: number;
}

/** Bounds searches, whose time depends on pushed content, in number and time, so that other reads find free processes. */
export class SearchSlots {
  readonly #limit: LimitFunction;

  constructor(private readonly limits: SearchLimits) {
    this.#limit = pLimit(limits.running);
  }

  /**
   * Runs a search when its turn comes.
   * @param signal of a caller who may stop waiting
   * @param search receives a signal that also ends it when its time is over
   * @throws CodeSearchBusy when too many others wait, and when the time is over
   */
  async run<Found>(signal: AbortSignal, search: (signal: AbortSignal) => Promise<Found>): Promise<Found> {
    if (this.#limit.activeCount + this.#limit.pendingCount >= this.limits.running + this.limits.waiting)
      throw CodeSearchBusy();
    const timeout = AbortSignal.timeout(this.limits.timeoutMs);
    const either = AbortSignal.any([signal, timeout]);
    try {
      return await this.#limit(() => {
        either.throwIfAborted();
        return search(either);
      });
    } catch (error) {
      throw error === timeout.reason ? CodeSearchBusy() : error;
    }
  }
}
