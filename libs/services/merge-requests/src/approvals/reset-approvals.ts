import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Unauthorized } from '@hearth/http';
import { abilities } from '../abilities.js';
import { MergeRequestEvents } from '../merge-requests/merge-request-events.js';
import { requireAllowedIn } from '../merge-requests/merge-request.rules.js';
import { MergeRequestsStore } from '../merge-requests/merge-requests.store.js';
import { MergeRequestNotFound } from '../refusals.js';
import { canResetApprovals } from './approval.rules.js';
import { ApprovalsStore } from './approvals.store.js';

/** Removes all approvals of a merge request. */
@Injectable()
export class ResetApprovals {
  constructor(
    private readonly db: Database,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly approvalsStore: ApprovalsStore,
    private readonly mergeRequestEvents: MergeRequestEvents,
  ) {}

  /** @throws MergeRequestNotFound, Forbidden; Unauthorized for people, and for bots that may not change an open merge request */
  execute(access: ProjectAccess, iid: number, actor: Principal): Promise<void> {
    return this.db.tx(async (tx) => {
      const found = await this.mergeRequestsStore.lock(tx, { targetProjectId: access.project.id, iid });
      if (!found) throw MergeRequestNotFound();
      requireAllowedIn(abilities.readMergeRequest, access, actor, found);
      const isAllowed = may(abilities.approveMergeRequest, access, actor);
      if (!canResetApprovals({ state: found.state, isBot: actor.bot === true, isAllowed })) throw Unauthorized();
      if ((await this.approvalsStore.removeAll(tx, found.id)) === 0) return;
      await this.mergeRequestEvents.updated(tx, found, ['approvals'], actor.userId);
    });
  }
}
