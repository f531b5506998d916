import { Controller } from '@nestjs/common';
import type { EventDataOf, UserId } from '@hearth/contract-kit';
import { RefUpdatedEvent } from '@hearth/repository-contracts';
import { Jobs } from '@hearth/jobs';
import { On, type Delivery } from '@hearth/messaging';
import { FollowedBranchesStore } from '../branches/followed-branches.store.js';
import { FollowMovedBranchJob, PerformPushOptionsJob } from '../jobs.js';
import { MergesStore } from '../merges/merges.store.js';
import { mergeRequestOptions } from '../push-options/push-options.rules.js';

const BRANCH = 'refs/heads/';

/** A push ends the wishes to merge what the branch was before; what else follows from it is done by one job for all pushes until then. */
@Controller()
export class OnRefUpdated {
  constructor(
    private readonly followedBranchesStore: FollowedBranchesStore,
    private readonly mergesStore: MergesStore,
    private readonly jobs: Jobs,
  ) {}

  @On(RefUpdatedEvent)
  async handle(
    { projectId, ref, oldId, newId, userId, pushOptions = [] }: EventDataOf<typeof RefUpdatedEvent>,
    { tx }: Delivery,
  ): Promise<void> {
    if (!ref.startsWith(BRANCH)) return;
    const branch = ref.slice(BRANCH.length);
    if (newId !== null && userId !== null && mergeRequestOptions(pushOptions))
      await this.jobs.add(tx, PerformPushOptionsJob, {
        ...{ projectId, branch, commit: newId, userId: userId as UserId, pushOptions },
      });
    if (!(await this.followedBranchesStore.isFollowed(tx, projectId, branch))) return;
    const actor = userId as UserId | null;
    if (oldId !== null) await this.mergesStore.clearAutoMergesFor(tx, projectId, branch, oldId);
    if (newId === null || oldId === null) {
      const did = newId === null ? 'deleted' : 'restored';
      await this.followedBranchesStore.noteFrom(tx, projectId, branch, actor, `${did} source branch \`${branch}\``);
    }
    if (oldId === null) await this.followedBranchesStore.uncheck(tx, projectId, branch);
    if (newId === null) return;
    const moved = { projectId, branch, userId: actor };
    await this.jobs.add(tx, FollowMovedBranchJob, moved, { singletonKey: `${projectId}/${branch}` });
  }
}
