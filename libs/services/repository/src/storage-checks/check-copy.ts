import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { CopiesStore, type CopyState } from '../copies/copies.store.js';
import { OriginFacts } from '../copies/origin.facts.js';
import { Git } from '../git/git.js';
import { FollowRepositoryJob } from '../jobs.js';
import { RefChangesStore } from '../journal/ref-changes.store.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { Storages } from '../storages/storages.js';

/** Comparisons of a copy whose repository changes again and again; then only its objects are checked. */
const ROUNDS = 3;
const LIST_MS = 10 * 60_000;

/** Checks whether a standing copy is sound and has the refs of its repository. */
@Injectable()
export class CheckCopy {
  constructor(
    private readonly db: Database,
    private readonly copiesStore: CopiesStore,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly refChangesStore: RefChangesStore,
    private readonly originFacts: OriginFacts,
    private readonly storages: Storages,
    private readonly jobs: Jobs,
    private readonly git: Git,
  ) {}

  /**
   * Returns what was wrong with the copy; null for a sound one, and for one that is behind, which is not compared. A wrong copy is
   * removed and made anew.
   * @throws the reason of the signal, GitTimeout, and GitError when the repository cannot be read
   */
  async execute(projectId: ProjectId, storage: string, signal: AbortSignal): Promise<string | null> {
    if (!(await this.settledState(projectId, storage))) return null;
    const path = this.storages.pathOf(storage, projectId);
    const unsound = await this.git.soundness(path, { signal });
    const found = unsound ?? (await this.difference(projectId, storage, signal));
    // It may have been removed, or be behind and fetching, since it was read.
    if (found === null || !(await this.settledState(projectId, storage))) return null;
    await this.db.tx(async (tx) => {
      await this.copiesStore.makeAnew(tx, projectId, storage);
      const key = { storage, singletonKey: String(projectId) };
      await this.jobs.add(tx, FollowRepositoryJob, { projectId, storage }, key);
    });
    return found;
  }

  /** Compares branches and tags at one sequence: no change is open or settled while both are read. */
  private async difference(projectId: ProjectId, storage: string, signal: AbortSignal): Promise<string | null> {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [record, before] = await Promise.all([
        this.repositoriesStore.find(this.db, projectId),
        this.settledState(projectId, storage),
      ]);
      if (!record || record.deleted || record.storage === storage || !before) return null;
      const times = { timeoutMs: LIST_MS, signal };
      const [ours, theirs] = await Promise.all([
        this.git.refsDigest({ at: this.storages.pathOf(storage, projectId) }, times),
        this.git.refsDigest(this.originFacts.of(projectId, record.storage), times),
      ]);
      if (ours === theirs) return null;
      const after = await this.settledState(projectId, storage);
      if (after?.wanted === before.wanted)
        return `its refs are not those of the repository at sequence ${after.wanted}`;
    }
    return null;
  }

  /** Returns the state of a copy that has every change, while none is open; null otherwise. */
  private async settledState(projectId: ProjectId, storage: string): Promise<CopyState | null> {
    const open = await this.refChangesStore.open(this.db, projectId);
    const state = await this.copiesStore.state(this.db, projectId, storage);
    return open.length === 0 && state?.behindSeconds === null ? state : null;
  }
}
