import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { AskingRunner } from '../runners/runners.store.js';
import { RunnerLimits } from './runner-limits.js';
import { TakesStore } from './takes.store.js';

/** Runners that look for a job at the same time, at most: each of them needs a connection to PostgreSQL. */
const MOST_AT_ONCE = 8;
/** The job that nobody got is being taken by another process. */
const AGAIN_MS = 100;

/** A runner may look for a job now. */
export interface Turn {
  /** To be called in any case. @param found whether the runner has got one */
  end(found: boolean): void;
}

/** A runner that waits; `projectId` is null for a shared one. */
export type WaitingRunner = Pick<AskingRunner, 'id' | 'projectId'>;

interface Waiter {
  readonly runnerId: number;
  /** Requests of the same share are answered first where it has most of those that wait. */
  readonly share: string;
  /** Ends the wait; without a turn there is nothing for it. */
  readonly call: (turn: Turn | undefined) => void;
}

/**
 * The requests of runners that wait in this process. After one statement that tells which of them there is a job for they look in turn: one, and
 * twice as many while all of them find one. One job among hundreds of runners is looked for by one of them, not by all.
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

  /** Whether it is known that there is nothing for those who wait. */
  get settled(): boolean {
    return !this.calling;
  }

  /**
   * Waits for the turn of a runner.
   * @returns undefined once `signal` is aborted, nobody waits any more, or too many requests wait that came later
   */
  async wait({ id, projectId }: WaitingRunner, signal: AbortSignal): Promise<Turn | undefined> {
    if (signal.aborted) return undefined;
    const { promise, resolve } = Promise.withResolvers<Turn | undefined>();
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

  /** There may be jobs. */
  wake(): void {
    this.due = true;
    if (!this.calling) void this.callAll();
  }

  /** Ends the wait of everybody. */
  release(): void {
    for (const waiter of this.waiters) waiter.call(undefined);
    this.waiters.clear();
  }

  /** Ends the longest wait of the project, or of the shared runner, with the most requests, so that it displaces no others. */
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
        const found = await Promise.all(called.map((waiter) => this.turnOf(waiter)));
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

  /** @returns whether the runner has got a job */
  private async turnOf(waiter: Waiter): Promise<boolean> {
    if (!this.waiters.delete(waiter)) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiter.call({ end: resolve });
    return promise;
  }
}

function shareOf({ id, projectId }: WaitingRunner): string {
  return projectId === null ? `runner ${id}` : `project ${projectId}`;
}
