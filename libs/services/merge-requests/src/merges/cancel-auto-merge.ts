import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Unauthorized } from '@hearth/http';
import { MergeRequestEvents } from '../merge-requests/merge-request-events.js';
import { CancelNotAllowed, MergeRequestNotFound, NoAutoMerge } from '../refusals.js';
import { MergeAccessFacts } from '../mergeability/merge-access.facts.js';
import { MergesStore } from './merges.store.js';

/** Cancels the automatic merge. */
@Injectable()
export class CancelAutoMerge {
  constructor(
    private readonly db: Database,
    private readonly mergesStore: MergesStore,
    private readonly mergeAccessFacts: MergeAccessFacts,
    private readonly mergeRequestEvents: MergeRequestEvents,
  ) {}

  /** @throws MergeRequestNotFound, Unauthorized, CancelNotAllowed once the merge has begun, NoAutoMerge */
  async execute(access: ProjectAccess, iid: number, actor: Principal): Promise<void> {
    const found = await this.mergesStore.find(this.db, access.project.id, iid);
    if (!found) throw MergeRequestNotFound();
    const isAuthor = found.authorId === actor.userId;
    if (!isAuthor && !(await this.mergeAccessFacts.mayMerge(found, access, actor))) throw Unauthorized();
    await this.db.tx(async (tx) => {
      const mergeRequest = await this.mergesStore.lock(tx, found.id);
      if (mergeRequest?.state !== 'opened') throw CancelNotAllowed();
      if (!mergeRequest.autoMerge) throw NoAutoMerge();
      await this.mergesStore.clearAutoMerge(tx, found.id);
      await this.mergesStore.note(tx, mergeRequest, actor.userId, 'canceled the automatic merge');
      await this.mergeRequestEvents.updated(tx, mergeRequest, ['merge_when_pipeline_succeeds'], actor.userId);
    });
  }
}
