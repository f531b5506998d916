import { Injectable } from '@nestjs/common';
import { AccessResolver } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { CollaborationsFacts } from '../collaborations/collaborations.facts.js';
import { RebaseMergeRequestJob } from '../jobs.js';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import { MergeRequestsStore, type MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import { CandidateFacts } from '../mergeability/candidate.facts.js';
import { mayPushTo } from '../mergeability/mergeability.rules.js';
import { CannotPushToSource, MergeRequestNotFound, RebaseNotAllowed, RebaseRunning } from '../refusals.js';
import { RebasesStore } from './rebases.store.js';

/** Requests the rebase of a merge request's source branch onto its target branch, which a job carries out. */
@Injectable()
export class RebaseMergeRequest {
  constructor(
    private readonly db: Database,
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly rebasesStore: RebasesStore,
    private readonly candidateFacts: CandidateFacts,
    private readonly access: AccessResolver,
    private readonly collaborationsFacts: CollaborationsFacts,
    private readonly jobs: Jobs,
  ) {}

  /** @param skipCi whether the new commits start no pipeline @throws MergeRequestNotFound, Forbidden, RebaseNotAllowed, CannotPushToSource, RebaseRunning */
  async execute(target: ProjectAccess, iid: number, actor: Principal, skipCi = false): Promise<void> {
    const found = await this.mergeRequestFacts.one(target, iid, actor);
    if (found.state !== 'opened') throw RebaseNotAllowed();
    await this.requirePush(found, actor);
    await this.db.tx(async (tx) => {
      const locked = await this.mergeRequestsStore.lock(tx, { id: found.id });
      if (!locked) throw MergeRequestNotFound();
      if (locked.state !== 'opened') throw RebaseNotAllowed();
      if (!(await this.rebasesStore.request(tx, found.id))) throw RebaseRunning();
      const data = { mergeRequestId: found.id, userId: actor.userId, tokenId: actor.credential.tokenId, skipCi };
      await this.jobs.add(tx, RebaseMergeRequestJob, data, { singletonKey: String(found.id) });
    });
  }

  /** Checks that the actor may force a push to the source branch; the repository checks it again. @throws CannotPushToSource */
  private async requirePush(found: MergeRequestRecord, actor: Principal): Promise<void> {
    const { sourceProjectId, sourceBranch } = found;
    const source = await this.access.project({ id: sourceProjectId }, actor);
    if (!source || !(await this.collaborationsFacts.mayPush(source, found, actor)))
      throw CannotPushToSource({ reason: 'Cannot push to source branch' });
    const branch = { projectId: sourceProjectId, branch: sourceBranch };
    if ((await this.candidateFacts.tip(branch)) === null)
      throw CannotPushToSource({ reason: 'Source branch does not exist' });
    const protection = await this.candidateFacts.protection(branch);
    if (!mayPushTo(protection, source.level)) throw CannotPushToSource({ reason: 'Cannot push to source branch' });
    if (protection.protected && !protection.allowForcePush)
      throw CannotPushToSource({ reason: 'Source branch is protected from force push' });
  }
}
