import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { Job, Jobs, type JobDataOf, type JobRun } from '@hearth/jobs';
import { Git } from '../git/git.js';
import { FollowBehindJob, FollowRepositoryJob } from '../jobs.js';
import { requestRepack } from '../repositories/request-repack.js';
import { Storages } from '../storages/storages.js';
import { CopiesStore } from './copies.store.js';
import { CopyRepository } from './copy-repository.js';
import { PlaceCopies } from './place-copies.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The job that a change adds has begun by then. */
const BEHIND_SECONDS = 30;
const AT_ONCE = 1_000;

/** Brings standing copies up to their repositories. */
@Injectable()
export class FollowRepository {
  constructor(
    private readonly db: Database,
    private readonly copiesStore: CopiesStore,
    private readonly copyRepository: CopyRepository,
    private readonly placeCopies: PlaceCopies,
    private readonly storages: Storages,
    private readonly jobs: Jobs,
    private readonly git: Git,
  ) {}

  /** Wakes the standing copies of a changed repository, once for all changes until they follow. */
  async requestWithin(tx: Tx, projectId: ProjectId): Promise<void> {
    for (const storage of await this.copiesStore.standing(tx, projectId)) await this.wake(tx, projectId, storage);
  }

  /**
   * Lets the standing copies follow a move of refs that are in no journal. The caller holds the write lock under which they have moved.
   * @param keep waits for a copy, before the others lack the move: one that lacks nothing exists at any time. When none has it in time, they follow later
   * @returns the answer of `keep`
   */
  async followHidden(
    projectId: ProjectId,
    keep: (sequence: number) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<boolean> {
    // A copy that is placed from here on is made with them.
    if ((await this.copiesStore.standing(this.db, projectId)).length === 0) return true;
    const sequence = await this.copiesStore.nextSequence(this.db);
    const isKept = await keep(sequence);
    await this.db.tx(async (tx) => {
      const behind = isKept
        ? await this.copiesStore.miss(tx, projectId, sequence)
        : await this.copiesStore.fallBehind(tx, projectId);
      for (const storage of behind) await this.wake(tx, projectId, storage);
    });
    return isKept;
  }

  /** Safe to repeat. @throws WrongStorage when another process owns the storage, StorageFull, GitError */
  @Job(FollowRepositoryJob)
  async follow(
    { projectId, storage }: JobDataOf<typeof FollowRepositoryJob>,
    { signal }: Pick<JobRun, 'signal'>,
  ): Promise<void> {
    const path = this.storages.pathOf(storage, projectId);
    const outcome = await this.copyRepository.execute(projectId, storage, { timeoutMs: DAY_MS, signal });
    if (outcome !== 'copied') return;
    await this.placeCopies.afterFollowing(projectId);
    this.git.commitGraphs.writeSoon(path);
    // Every fetch adds a pack.
    if (await this.git.upkeep.isDue(path))
      await this.db.tx((tx) => requestRepack(this.jobs, tx, { projectId, storage }));
  }

  /** Wakes copies that are behind although their changes were published: their job has failed, or was lost with a backup. */
  @Job(FollowBehindJob)
  async followBehind(): Promise<void> {
    const behind = await this.copiesStore.behind(this.db, this.storages.names, BEHIND_SECONDS, AT_ONCE);
    for (const { projectId, storage } of behind) await this.db.tx((tx) => this.wake(tx, projectId, storage));
  }

  private wake(tx: Tx, projectId: ProjectId, storage: string): Promise<void> {
    return this.jobs.add(tx, FollowRepositoryJob, { projectId, storage }, { storage, singletonKey: String(projectId) });
  }
}
