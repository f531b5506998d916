import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { AskingRunner } from '../runners/runners.store.js';
import { RunnerLimits } from './runner-limits.js';
import { TakesStore } from './takes.store.js';

/** Most runners that look for a job at the same time: each of them needs a connection to PostgreSQL. */
const MOST_AT_ONCE = 8;
/** Pause when no runner got a job: another process is taking it. */
const AGAIN_MS = 100;

/** Permission for a runner to look for a job now. */
export interface LookupSlot {
  /** Must be called in any case. @param found whether the runner got a job */
  release(found: boolean): void;
}

/** Waiting runner; `projectId` is null for a shared one. */
export type WaitingRunner = Pick<AskingRunner, 'id' | 'projectId'>;

interface Waiter {
  readonly runnerId: number;
  /** Project or shared runner. A full queue dismisses a request of the share with the most requests. */
  readonly share: string;
  /** Ends the wait; without a slot there is no job for it. */
  readonly call: (slot: LookupSlot | undefined) => void;
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
   * Waits until the runner may look for a job.
   * @returns undefined once `signal` is aborted, all waits are ended, or too many later requests wait
   */
  async wait({ id, projectId }: WaitingRunner, signal: AbortSignal): Promise<LookupSlot | undefined> {
    if (signal.aborted) return undefined;
    const { promise, resolve } = Promise.withResolvers<LookupSlot | undefined>();
    const waiter: Waiter = { runnerId: id, share: shareOf({ id, projectId }), call: resolve };
    if (this.waiters.size >= this.runnerLimits.waiting) this.dismissOne();
    this.waiters.add(waiter);
    const leave = () => {
      this.waiters.delete(waiter);
      resolve(undefined);
    };
    signal.addEventListener('abort', leave, { once: true });
    return promise.finally(() => signal.removeEventListener('abort', leave));
  }

  /** Signals that there may be jobs. */
  wake(): void {
    this.due = true;
    if (!this.calling) void this.callAll();
  }

  /** Ends all waits. */
  release(): void {
    for (const waiter of this.waiters) waiter.call(undefined);
    this.waiters.clear();
  }

  /** Ends the longest wait in the largest share (a project, or a shared runner), so that one share cannot displace the others. */
  private dismissOne(): void {
    const shares = [...Map.groupBy(this.waiters, ({ share }) => share).values()];
    const [oldest] = shares.reduce((largest, each) => (each.length > largest.length ? each : largest));
    this.waiters.delete(oldest!);
    oldest!.call(undefined);
  }

  private async callAll(): Promise<void> {
    this.calling = true;
    try {
      for (let width = 1; this.due && this.waiters.size > 0;) {
        this.due = false;
        const called = (await this.ready()).slice(0, width);
        if (called.length === 0) continue;
        const found = await Promise.all(called.map((waiter) => this.admit(waiter)));
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

  /** @returns whether the runner got a job */
  private async admit(waiter: Waiter): Promise<boolean> {
    if (!this.waiters.delete(waiter)) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiter.call({ release: resolve });
    return promise;
  }
}

function shareOf({ id, projectId }: WaitingRunner): string {
  return projectId === null ? `runner ${id}` : `project ${projectId}`;
}
