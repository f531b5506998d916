import type { Caller } from '@hearth/contract-kit';
import { networkOf } from '@hearth/http';
import type { SlotLimits } from './git-limits.js';

/** Too many fetches and pushes are running, and the queue for them is full. */
export class NoGitSlot extends Error {
  override readonly name = 'NoGitSlot';
}

/** Waiting requests for each running one. A waiting request costs a connection, but no process. */
const WAITING_FOR_EACH = 4;

/** Limit that a fetch or push counts against. */
interface Share {
  readonly key: string;
  readonly most: number;
}

interface Waiter {
  readonly shares: readonly Share[];
  start(): void;
}

/** Number of fetches and pushes that count against each share. */
class Counts {
  readonly #taken = new Map<string, number>();

  constructor(private readonly factor = 1) {}

  fit(shares: readonly Share[]): boolean {
    return shares.every(({ key, most }) => (this.#taken.get(key) ?? 0) < most * this.factor);
  }

  add(shares: readonly Share[]): void {
    for (const { key } of shares) this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1);
  }

  remove(shares: readonly Share[]): void {
    for (const { key } of shares) {
      const left = this.#taken.get(key)! - 1;
      if (left === 0) this.#taken.delete(key);
      else this.#taken.set(key, left);
    }
  }
}

/**
 * Bounds how many gits serve clients at once: in the process, for one repository, for one user, and for the anonymous callers of one network.
 * Waiting requests are bounded by the same shares, so that one caller cannot fill the queue.
 */
export class GitSlots {
  readonly #running = new Counts();
  readonly #waiting = new Counts(WAITING_FOR_EACH);
  readonly #queue = new Set<Waiter>();

  constructor(private readonly limits: SlotLimits) {}

  /**
   * Takes a slot, and waits for one when none is free. The result releases it; further calls do nothing.
   * @throws NoGitSlot when too many requests wait or this one has waited too long; the reason of the signal
   */
  async take(
    caller: Pick<Caller, 'principal' | 'clientAddress'>,
    projectId: number,
    signal: AbortSignal,
  ): Promise<() => void> {
    const shares = this.#sharesOf(caller, projectId);
    if (!this.#running.fit(shares)) await this.#wait(shares, signal);
    else this.#running.add(shares);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#running.remove(shares);
      this.#startWaiting();
    };
  }

  #sharesOf({ principal, clientAddress }: Pick<Caller, 'principal' | 'clientAddress'>, projectId: number): Share[] {
    const { total, perRepository, perUser, perAddress } = this.limits;
    return [
      { key: 'process', most: total },
      { key: `repository ${projectId}`, most: perRepository },
      principal === null
        ? { key: `network ${networkOf(clientAddress)}`, most: perAddress }
        : { key: `user ${principal.userId}`, most: perUser },
    ];
  }

  /** Resolves once the shares count as running. */
  #wait(shares: readonly Share[], signal: AbortSignal): Promise<void> {
    if (!this.#waiting.fit(shares)) return Promise.reject(new NoGitSlot('too many gits are waiting'));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { shares, start: resolve };
    this.#waiting.add(shares);
    this.#queue.add(waiter);
    const leave = (reason: unknown): void => {
      if (!this.#queue.delete(waiter)) return;
      this.#waiting.remove(shares);
      reject(reason);
    };
    const onAbort = (): void => leave(signal.reason);
    const timer = setTimeout(() => leave(new NoGitSlot('too many gits are running')), this.limits.waitMs);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    });
  }

  #startWaiting(): void {
    for (const waiter of this.#queue) {
      if (!this.#running.fit(waiter.shares)) continue;
      this.#queue.delete(waiter);
      this.#waiting.remove(waiter.shares);
      this.#running.add(waiter.shares);
      waiter.start();
    }
  }
}
