import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, isUnavailable } from '@hearth/data';
import { ORPHAN_MS } from '../git/process/orphans.js';
import { Repeated } from '../storages/repeated.js';
import { NotCopied } from '../refusals.js';
import { Storages } from '../storages/storages.js';
import { WriteLocks } from '../repositories/write-locks.js';
import { RefChangesStore } from './ref-changes.store.js';
import { RefJournal } from './ref-journal.js';

const EVERY_MS = 5_000;

/** Settles journal rows that a process left open when it died or lost its database: at start, and periodically. */
@Injectable()
export class Recovery implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(Recovery.name);
  private isStopping = false;
  private readonly sweeps = new Repeated(
    () => this.sweep(),
    EVERY_MS,
    (error) => this.report('could not look for open changes', error),
  );

  constructor(
    private readonly db: Database,
    private readonly refChangesStore: RefChangesStore,
    private readonly storages: Storages,
    private readonly writers: WriteLocks,
    private readonly journal: RefJournal,
  ) {}

  onApplicationBootstrap(): void {
    void this.sweeps.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.sweeps.stop();
  }

  /**
   * Checks every repository of this process with open changes once. A repository with a running writer is skipped: the writer settles them.
   * @param orphanMs minimum age of the changes; see {@link RefJournal.settleOpen}
   */
  async sweep(orphanMs = ORPHAN_MS): Promise<void> {
    const found = await this.refChangesStore.projectsWithOpen(this.db, this.storages.own, orphanMs);
    for (const { projectId, storage } of found) {
      if (this.isStopping) return;
      // A repository that cannot be settled must not delay the others.
      await this.settle(projectId, storage, orphanMs).catch((error: unknown) => {
        this.report(`could not settle the journal of project ${projectId}`, error);
      });
    }
  }

  private async settle(projectId: ProjectId, storage: string, orphanMs: number): Promise<void> {
    const lock = this.writers.tryAcquire(projectId);
    if (!lock) return;
    try {
      await this.journal.settleOpen({ projectId, path: this.storages.pathOf(storage, projectId) }, orphanMs);
      this.logger.log(`settled what was left open in the journal of project ${projectId}`);
    } finally {
      lock.release();
    }
  }

  private report(what: string, error: unknown): void {
    const message = `${what}: ${(error as Error).message}`;
    // A copy that is away is waited for.
    if (isUnavailable(error) || NotCopied.is(error)) this.logger.warn(message);
    else this.logger.error(message, (error as Error).stack);
  }
}
