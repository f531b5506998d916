import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Unauthorized } from '@hearth/http';
import { abilities } from '../abilities.js';
import { MergeRequestEvents } from '../merge-requests/merge-request-events.js';
import { requireAllowedIn } from '../merge-requests/merge-request.rules.js';
import { MergeRequestsStore } from '../merge-requests/merge-requests.store.js';
import { RetryAutoMerge } from '../merges/retry-auto-merge.js';
import { MergeRequestNotesStore } from '../notes/merge-request-notes.store.js';
import { MergeRequestNotFound, ShaMismatch } from '../refusals.js';
import { canApprove } from './approval.rules.js';
import { ApprovalsStore } from './approvals.store.js';
import { ApproverFacts } from './approver.facts.js';

/** Approves a merge request, and retries the automatic merge that waited for it. */
@Injectable()
export class ApproveMergeRequest {
  constructor(
    private readonly db: Database,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly approvalsStore: ApprovalsStore,
    private readonly approverFacts: ApproverFacts,
    private readonly mergeRequestNotesStore: MergeRequestNotesStore,
    private readonly mergeRequestEvents: MergeRequestEvents,
    private readonly retryAutoMerge: RetryAutoMerge,
  ) {}

  /**
   * @param sha head that the caller has seen; undefined: any
   * @throws MergeRequestNotFound, Forbidden, ShaMismatch; Unauthorized for a user who cannot approve it, as the reference
   */
  async execute(access: ProjectAccess, iid: number, sha: string | undefined, actor: Principal): Promise<void> {
    const projectId = access.project.id;
    const groupIds = await this.approverFacts.groupsWith(projectId, iid, actor.userId);
    await this.db.tx(async (tx) => {
      const found = await this.mergeRequestsStore.lock(tx, { targetProjectId: projectId, iid });
      if (!found) throw MergeRequestNotFound();
      requireAllowedIn(abilities.readMergeRequest, access, actor, found);
      if (sha !== undefined && sha !== found.headSha) throw ShaMismatch();
      const settings = await this.approvalsStore.settings(tx, projectId);
      const candidate = {
        state: found.state,
        isAuthor: found.authorId === actor.userId,
        hasApproved: await this.approvalsStore.hasApproved(tx, found.id, actor.userId),
        isAllowed: may(abilities.approveMergeRequest, access, actor),
      };
      if (!canApprove(candidate, settings)) throw Unauthorized();
      await this.approvalsStore.approve(tx, found.id, actor.userId, groupIds);
      await this.mergeRequestNotesStore.append(tx, found, actor.userId, ['approved this merge request']);
      await this.mergeRequestEvents.updated(tx, found, ['approvals'], actor.userId);
      await this.retryAutoMerge.within(tx, found.id);
    });
  }
}
