import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { abilities } from '../abilities.js';
import { MergeRequestEvents } from '../merge-requests/merge-request-events.js';
import { requireAllowedIn } from '../merge-requests/merge-request.rules.js';
import { MergeRequestsStore } from '../merge-requests/merge-requests.store.js';
import { MergeRequestNotesStore } from '../notes/merge-request-notes.store.js';
import { MergeRequestNotFound } from '../refusals.js';
import { ApprovalsStore } from './approvals.store.js';

/** Withdraws the approval of a merge request. */
@Injectable()
export class UnapproveMergeRequest {
  constructor(
    private readonly db: Database,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly approvalsStore: ApprovalsStore,
    private readonly mergeRequestNotesStore: MergeRequestNotesStore,
    private readonly mergeRequestEvents: MergeRequestEvents,
  ) {}

  /** @throws MergeRequestNotFound, also where the actor has not approved an open merge request; Forbidden */
  execute(access: ProjectAccess, iid: number, actor: Principal): Promise<void> {
    return this.db.tx(async (tx) => {
      const found = await this.mergeRequestsStore.lock(tx, { targetProjectId: access.project.id, iid });
      if (!found) throw MergeRequestNotFound();
      requireAllowedIn(abilities.readMergeRequest, access, actor, found);
      const isOpen = found.state === 'opened';
      if (!isOpen || !(await this.approvalsStore.unapprove(tx, found.id, actor.userId))) throw MergeRequestNotFound();
      await this.mergeRequestNotesStore.append(tx, found, actor.userId, ['unapproved this merge request']);
      await this.mergeRequestEvents.updated(tx, found, ['approvals'], actor.userId);
    });
  }
}
