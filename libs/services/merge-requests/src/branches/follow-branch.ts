import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import { ContainsManyQuery, FindRefsQuery } from '@hearth/repository-contracts';
import { Database } from '@hearth/data';
import { Job, type JobRun } from '@hearth/jobs';
import { RecordVersion } from '../diffs/record-version.js';
import { FollowMovedBranchJob } from '../jobs.js';
import { ClosingFacts } from '../merges/closing.facts.js';
import { MergeMergeRequest } from '../merges/merge.js';
import { MergesStore } from '../merges/merges.store.js';
import { FollowedBranchesStore } from './followed-branches.store.js';

const SOURCES_AT_ONCE = 100;
/** The highest number of heads that repository compares with one commit in one query. */
const HEADS_AT_ONCE = 1_000;

/** Moved branch, with the user of its last push; null: no user. */
export interface MovedBranch {
  readonly projectId: ProjectId;
  readonly branch: string;
  readonly userId: UserId | null;
}

/** Updates the open merge requests of a moved branch: those from it get new versions, and those into it whose head it contains become merged. */
@Injectable()
export class FollowBranch {
  constructor(
    private readonly db: Database,
    private readonly followedBranchesStore: FollowedBranchesStore,
    private readonly mergesStore: MergesStore,
    private readonly recordVersion: RecordVersion,
    private readonly mergeMergeRequest: MergeMergeRequest,
    private readonly closingFacts: ClosingFacts,
    private readonly calls: Calls,
  ) {}

  /** May be run again at any time. */
  @Job(FollowMovedBranchJob)
  async execute(moved: MovedBranch, { signal }: Partial<JobRun> = {}): Promise<void> {
    const { projectId, branch } = moved;
    const { branches } = await this.calls.query(FindRefsQuery, { projectId, branches: [branch], tags: [] });
    const tip = branches[0];
    if (!tip) return;
    await this.db.tx((tx) => this.followedBranchesStore.saveTip(tx, projectId, branch, tip));
    await this.recordVersions(moved, signal);
    await this.setMerged(moved, tip, signal);
  }

  private async recordVersions(moved: MovedBranch, signal: AbortSignal | undefined): Promise<void> {
    const { projectId, branch, userId } = moved;
    for (let after = 0; ;) {
      const ids = await this.followedBranchesStore.from(this.db, projectId, branch, after, SOURCES_AT_ONCE);
      for (const id of ids) {
        signal?.throwIfAborted();
        await this.recordVersion.execute({ mergeRequestId: id, userId });
      }
      if (ids.length < SOURCES_AT_ONCE) return;
      after = ids.at(-1)!;
    }
  }

  private async setMerged(moved: MovedBranch, commit: string, signal: AbortSignal | undefined): Promise<void> {
    const { projectId, branch } = moved;
    for (let after = 0; ;) {
      signal?.throwIfAborted();
      const open = await this.followedBranchesStore.into(this.db, projectId, branch, after, HEADS_AT_ONCE);
      const candidates = [...new Set(open.map(({ headSha }) => headSha))];
      const asked = { projectId, commit, candidates };
      const { contained } =
        candidates.length > 0 ? await this.calls.query(ContainsManyQuery, asked) : { contained: [] };
      const merged = new Set(contained);
      for (const { id, headSha } of open) if (merged.has(headSha)) await this.setOneMerged(id, headSha, moved);
      if (open.length < HEADS_AT_ONCE) return;
      after = open.at(-1)!.id;
    }
  }

  /** Leaves a merge request alone that is being merged meanwhile, or has a new head or target: the transaction that changed it handles it. */
  private async setOneMerged(id: number, headSha: string, { branch, userId }: MovedBranch): Promise<void> {
    const found = await this.mergesStore.byId(this.db, id);
    if (!found) return;
    const closing = await this.closingFacts.named(found, null);
    await this.db.tx(async (tx) => {
      const mergeRequest = await this.mergesStore.lock(tx, id);
      if (mergeRequest?.state !== 'opened' || mergeRequest.headSha !== headSha) return;
      if (mergeRequest.targetBranch !== branch) return;
      await this.mergeMergeRequest.setMergedByPush(tx, mergeRequest, {
        userId: userId ?? mergeRequest.authorId,
        closing,
      });
    });
  }
}
