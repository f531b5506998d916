import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { abilities } from '../abilities.js';
import { MergeRequestNotFound } from '../refusals.js';
import { MergeRequestEvents } from './merge-request-events.js';
import { canIn, requireAllowedIn } from './merge-request.rules.js';
import { MergeRequestsStore } from './merge-requests.store.js';

/** Deletes a merge request with its dependent records; its number is not assigned again. */
@Injectable()
export class DeleteMergeRequest {
  constructor(
    private readonly db: Database,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly mergeRequestEvents: MergeRequestEvents,
  ) {}

  /** @throws MergeRequestNotFound also where it is hidden from the actor; Forbidden, PreconditionFailed */
  execute(access: ProjectAccess, iid: number, actor: Principal, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const found = await this.mergeRequestsStore.lock(tx, { targetProjectId: access.project.id, iid });
      if (!found || !canIn(abilities.readMergeRequest, access, actor, found)) throw MergeRequestNotFound();
      requireAllowedIn(abilities.deleteMergeRequest, access, actor, found);
      unlessModified(found.updatedAt);
      await this.mergeRequestsStore.delete(tx, found.id);
      await this.mergeRequestEvents.updated(tx, { ...found, state: 'deleted' }, ['deleted'], actor.userId);
    });
  }
}
