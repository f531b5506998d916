import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess, UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { NotModified } from '@hearth/http';
import { abilities } from '../abilities.js';
import { MergeRequestNotFound } from '../refusals.js';
import { requireAllowedIn } from './merge-request.rules.js';
import { MergeRequestsStore } from './merge-requests.store.js';

/** Subscribes a user to a merge request, or ends the subscription. */
@Injectable()
export class SubscribeToMergeRequest {
  constructor(
    private readonly db: Database,
    private readonly mergeRequestsStore: MergeRequestsStore,
  ) {}

  /** @throws MergeRequestNotFound, Forbidden; NotModified when nothing changes */
  execute(access: ProjectAccess, iid: number, user: Principal, subscribed: boolean): Promise<void> {
    return this.db.tx(async (tx) => {
      const found = await this.mergeRequestsStore.lock(tx, { targetProjectId: access.project.id, iid });
      if (!found) throw MergeRequestNotFound();
      requireAllowedIn(abilities.updateMergeRequest, access, user, found);
      if ((await this.mergeRequestsStore.isSubscribed(tx, found.id, user.userId)) === subscribed) throw NotModified();
      await this.mergeRequestsStore.subscribe(tx, found.id, user.userId, subscribed);
    });
  }

  /** Ends the subscription of the user of a mail's link. Checks no access: the link is proof enough, also after the user has lost it. */
  end(id: number, userId: UserId): Promise<void> {
    return this.db.tx((tx) => this.mergeRequestsStore.subscribe(tx, id, userId, false));
  }
}
