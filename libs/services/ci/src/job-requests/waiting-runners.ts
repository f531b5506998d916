import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { PollingRunner } from '../runners/runners.store.js';
import { RunnerLimits } from './runner-limits.js';
import { TakesStore } from './takes.store.js';

/** Most runners that look for a job at the same time. */
const MOST_AT_ONCE = 8;
/** Pause when no runner got a job: another process is taking it. */
const AGAIN_MS = 100;

/** Waiting runner; `projectId` is null for a shared one. */
export type WaitingRunner = Pick<PollingRunner, 'id' | 'projectId'>;

interface Waiter {
  readonly runnerId: number;
  /** Project or shared runner. A full queue dismisses a request of the share with the most requests. */
  readonly share: string;
  /** Looks for a job. @returns whether it got one, which ends the wait; otherwise it waits again */
  readonly look: () => Promise<boolean>;
  /** Ends the wait without a job. */
  readonly dismiss: () => void;
}

/**
 * Runners' requests that wait in this process. One statement finds the runners for which there is a job. These look for it one after another:
 * first one, then twice as many while all of them find a job. So one job among hundreds of waiting runners is looked for by one of them.
 */
@Injectable()
export class WaitingRunners {
  private readonly logger = new Logger(WaitingRunners.name);
  /** The longest wait first. */
  private readonly waiters = new Set<Waiter>();
  private due = false;
  private calling = false;
  private ended = false;

  constructor(
    private readonly db: Database,
    private readonly takesStore: TakesStore,
    private readonly runnerLimits: RunnerLimits,
  ) {}

  get count(): number {
    return this.waiters.size;
  }

  /** Whether there is known to be no job for the waiting runners. */
  get settled(): boolean {
    return !this.calling;
  }

  /**
   * Waits for a job.
   * @param look looks for a job; called whenever there may be one, until it returns one
   * @returns undefined once `signal` is aborted, all waits are ended, or too many later requests wait
   * @throws the errors of `look`
   */
  wait<T>(runner: WaitingRunner, signal: AbortSignal, look: () => Promise<T | undefined>): Promise<T | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
    const dismiss = () => resolve(undefined);
    const lookOrWait = async () => {
      const found = await look();
      if (found === undefined) this.add(waiter, signal);
      else resolve(found);
      return found !== undefined;
    };
    const failed = (error: Error) => {
      reject(error);
      return false;
    };
    const waiter: Waiter = {
      ...{ runnerId: runner.id, share: shareOf(runner), dismiss },
      look: () => lookOrWait().catch(failed),
    };
    const leave = () => this.waiters.delete(waiter) && dismiss();
    signal.addEventListener('abort', leave, { once: true });
    this.add(waiter, signal);
    return promise.finally(() => signal.removeEventListener('abort', leave));
  }

  /** Signals that there may be jobs. */
  wake(): void {
    this.due = true;
    if (!this.calling) void this.callAll();
  }

  /** Ends all waits. */
  release(): void {
    for (const waiter of this.waiters) waiter.dismiss();
    this.waiters.clear();
  }

  /** Ends all waits, and those that look for a job as soon as they find none. */
  end(): void {
    this.ended = true;
    this.release();
  }

  private add(waiter: Waiter, signal: AbortSignal): void {
    if (signal.aborted || this.ended) return waiter.dismiss();
    if (this.waiters.size >= this.runnerLimits.waiting) this.dismissOne();
    this.waiters.add(waiter);
  }

  /** Ends the longest wait in the largest share (a project, or a shared runner), so that one share cannot displace the others. */
  private dismissOne(): void {
    const shares = [...Map.groupBy(this.waiters, ({ share }) => share).values()];
    const [oldest] = shares.reduce((largest, each) => (each.length > largest.length ? each : largest));
    this.waiters.delete(oldest!);
    oldest!.dismiss();
  }

  private async callAll(): Promise<void> {
    this.calling = true;
    try {
      for (let width = 1; this.due && this.waiters.size > 0;) {
        this.due = false;
        const called = (await this.ready()).slice(0, width);
        if (called.length === 0) continue;
        const found = await Promise.all(called.map((waiter) => this.waiters.delete(waiter) && waiter.look()));
        this.due = true;
        width = found.every(Boolean) ? Math.min(width * 2, MOST_AT_ONCE) : 1;
        if (!found.some(Boolean)) await delay(AGAIN_MS);
      }
    } catch (error) {
      this.logger.warn(`runners that wait have to ask again: ${String(error)}`);
      this.release();
    } finally {
      this.calling = false;
    }
  }

  private async ready(): Promise<Waiter[]> {
    const ids = [...new Set([...this.waiters].map(({ runnerId }) => runnerId))];
    const ready = new Set(await this.takesStore.ready(this.db, ids));
    return [...this.waiters].filter(({ runnerId }) => ready.has(runnerId));
  }
}

function shareOf({ id, projectId }: WaitingRunner): string {
  return projectId === null ? `runner ${id}` : `project ${projectId}`;
}
