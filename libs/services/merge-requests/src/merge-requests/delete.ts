import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { MergeRequestNotFound } from '../refusals.js';
import { MergeRequestEvents } from './merge-request-events.js';
import { MergeRequestsStore } from './merge-requests.store.js';

/** Deletes a merge request with everything around it; its number is not given again. */
@Injectable()
export class DeleteMergeRequest {
  constructor(
    private readonly db: Database,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly mergeRequestEvents: MergeRequestEvents,
  ) {}

  /**
   * @param access whose ability to delete merge requests was checked
   * @throws MergeRequestNotFound, PreconditionFailed
   */
  execute({ project }: ProjectAccess, iid: number, actor: Principal, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const found = await this.mergeRequestsStore.lock(tx, { targetProjectId: project.id, iid });
      if (!found) throw MergeRequestNotFound();
      unlessModified(found.updatedAt);
      await this.mergeRequestsStore.delete(tx, found.id);
      await this.mergeRequestEvents.updated(tx, { ...found, state: 'deleted' }, ['deleted'], actor.userId);
    });
  }
}
