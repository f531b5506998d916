import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { ListeningSession } from '@hearth/data';
import { WaitingRequests } from '@hearth/service';
import { BUILDS_CHANNEL } from '../builds/builds.store.js';
import { WaitingRunners } from './waiting-runners.js';

/** Milliseconds between two statements. A dead connection delivers no notifications; only a statement without an answer reveals it. */
const LOOK_MS = 10_000;
const RECOVERY_MS = 1_000;

/**
 * Tracks whether jobs may have become pending since a runner's last request. Every process listens to the notifications of all others, by one
 * connection for each process that runners send requests to.
 */
@Injectable()
export class BuildQueue extends WaitingRequests implements BeforeApplicationShutdown {
  private readonly logger = new Logger(BuildQueue.name);
  private readonly ending = new AbortController();
  private listening: Promise<void> | undefined;
  /** Runs in the context of the process, not of the first request. */
  private readonly begin = AsyncLocalStorage.bind(() => this.listen());
  private connected = false;
  private current: string = randomUUID();

  constructor(private readonly waitingRunners: WaitingRunners) {
    super();
  }

  /** Changes when a job becomes pending, or the jobs that a runner may take change; without a connection, with each read. */
  get version(): string {
    this.listening ??= this.begin();
    if (!this.connected) this.current = randomUUID();
    return this.current;
  }

  /**
   * Version for a runner that has waited since `version` without success. With the present version it waits again; with its own one it looks
   * for a job.
   */
  versionAfter(version: string): string {
    return this.waitingRunners.settled ? this.version : version;
  }

  private get stopping(): boolean {
    return this.ending.signal.aborted;
  }

  async stop(): Promise<void> {
    this.ending.abort();
    this.lose();
    this.waitingRunners.end();
    await this.listening;
  }

  /** For applications that are closed without a shutdown of their process. */
  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  private wake(): void {
    this.current = randomUUID();
    this.waitingRunners.wake();
  }

  /** Ends all waits: without a connection there are no notifications. */
  private lose(): void {
    this.connected = false;
    this.waitingRunners.release();
  }

  private async listen(): Promise<void> {
    while (!this.stopping) {
      try {
        await this.session();
      } catch (error) {
        this.logger.warn(`lost its connection, trying again: ${String(error)}`);
      }
      this.lose();
      await delay(RECOVERY_MS, undefined, { signal: this.ending.signal }).catch(() => undefined);
    }
  }

  private async session(): Promise<void> {
    const lost = new AbortController();
    const session = await ListeningSession.open({
      service: 'ci',
      purpose: 'builds',
      channel: BUILDS_CHANNEL,
      onNotification: () => this.wake(),
      onLost: () => lost.abort(),
    });
    try {
      this.connected = true;
      this.wake();
      const ended = AbortSignal.any([lost.signal, this.ending.signal]);
      while (!ended.aborted) {
        await session.query('select 1');
        await delay(LOOK_MS, undefined, { signal: ended }).catch(() => undefined);
      }
    } finally {
      await session.close();
    }
  }
}
