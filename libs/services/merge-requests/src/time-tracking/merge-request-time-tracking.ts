import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { EndpointCall } from '@hearth/http';
import { TimeInvalid, TimeTracking, timesAfter, type TimeChange, type Times } from '@hearth/issuable';
import { abilities } from '../abilities.js';
import { ApplyChanges } from '../merge-requests/apply.js';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import { requireAllowedIn } from '../merge-requests/merge-request.rules.js';
import { MergeRequestsStore } from '../merge-requests/merge-requests.store.js';
import { MergeRequestNotFound } from '../refusals.js';

/** Times of merge requests. */
@Injectable()
export class MergeRequestTimeTracking extends TimeTracking {
  constructor(
    private readonly db: Database,
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly applyChanges: ApplyChanges,
  ) {
    super();
  }

  /** @throws MergeRequestNotFound, Forbidden */
  read({ project, user }: EndpointCall<object>, iid: number): Promise<Times> {
    return this.mergeRequestFacts.one(project, iid, user);
  }

  /** @throws MergeRequestNotFound, Forbidden, TimeInvalid */
  change({ project: access, user: actor }: EndpointCall<object>, iid: number, change: TimeChange): Promise<Times> {
    return this.db.tx(async (tx) => {
      const found = await this.mergeRequestsStore.lock(tx, { targetProjectId: access.project.id, iid });
      if (!found) throw MergeRequestNotFound();
      requireAllowedIn(abilities.manageMergeRequest, access, actor, found);
      const times = timesAfter(found, change);
      if (!times) throw TimeInvalid();
      const resolved = { mentioned: [], usernames: new Map() };
      await this.applyChanges.within(tx, found, { times }, { resolved, actor });
      return times;
    });
  }
}
