import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { TryMergeCommand } from '@hearth/repository-contracts';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import { NoMergeRef } from '../refusals.js';
import { MergesStore } from './merges.store.js';
import { PreparedFacts } from './prepared.facts.js';

/** Points `refs/merge-requests/:iid/merge` at a commit that merges the present source branch into the present target branch. */
@Injectable()
export class UpdateMergeRef {
  constructor(
    private readonly db: Database,
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly mergesStore: MergesStore,
    private readonly preparedFacts: PreparedFacts,
    private readonly calls: Calls,
  ) {}

  /**
   * @param actor author and committer of a new commit
   * @returns the id of the commit, the same until one of the branches moves
   * @throws MergeRequestNotFound; NoMergeRef where it is not open, a branch is missing, there is nothing to merge, or the changes conflict
   */
  async execute(target: ProjectAccess, iid: number, actor: Principal): Promise<string> {
    await this.mergeRequestFacts.requireVisible(target, iid, actor);
    const found = await this.mergesStore.find(this.db, target.project.id, iid);
    if (found?.state !== 'opened') throw NoMergeRef();
    const { sourceTip, hasCommits } = await this.preparedFacts.prepared(found, false);
    if (sourceTip === null || !hasCommits) throw NoMergeRef();
    const { merge } = await this.calls.command(TryMergeCommand, {
      ...{ projectId: target.project.id, iid, targetBranch: found.targetBranch, sourceTip },
      ...{ merger: { name: actor.name, email: actor.email }, mergedAt: new Date().toISOString() },
    });
    if (!merge) throw NoMergeRef();
    return merge.commit;
  }
}
