import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, isUnavailable } from '@hearth/data';
import { ORPHAN_MS } from '../git/process/orphans.js';
import { Storages } from '../storages/storages.js';
import { WriteLocks } from '../repositories/write-locks.js';
import { RefChangesStore } from './ref-changes.store.js';
import { RefJournal } from './ref-journal.js';

const EVERY_MS = 5_000;

/** Settles at start, and from time to time, what a process that died or lost its database left open in the journal. */
@Injectable()
export class Recovery implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(Recovery.name);
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly refChangesStore: RefChangesStore,
    private readonly storages: Storages,
    private readonly writers: WriteLocks,
    private readonly journal: RefJournal,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.repeat();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  /**
   * Looks once at every repository of this process that has open changes; one that somebody writes to settles itself.
   * @param orphanMs age from which changes are looked at; see {@link RefJournal.settleOpen}
   */
  async sweep(orphanMs = ORPHAN_MS): Promise<void> {
    const found = await this.refChangesStore.projectsWithOpen(this.db, this.storages.own, orphanMs);
    for (const { projectId, storage } of found) {
      if (this.stopping.signal.aborted) return;
      // One repository that cannot be settled must not keep the others waiting.
      await this.settle(projectId, storage, orphanMs).catch((error: unknown) => {
        this.report(`could not settle the journal of project ${projectId}`, error);
      });
    }
  }

  private async settle(projectId: ProjectId, storage: string, orphanMs: number): Promise<void> {
    const turn = this.writers.tryTurn(projectId);
    if (!turn) return;
    try {
      await this.journal.settleOpen({ projectId, path: this.storages.pathOf(storage, projectId) }, orphanMs);
      this.logger.log(`settled what was left open in the journal of project ${projectId}`);
    } finally {
      turn.end();
    }
  }

  private async repeat(): Promise<void> {
    await this.sweep().catch((error: unknown) => this.report('could not look for open changes', error));
    if (this.stopping.signal.aborted) return;
    this.timer = setTimeout(() => (this.running = this.repeat()), EVERY_MS).unref();
  }

  private report(what: string, error: unknown): void {
    const message = `${what}: ${(error as Error).message}`;
    if (isUnavailable(error)) this.logger.warn(message);
    else this.logger.error(message, (error as Error).stack);
  }
}
