import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Forbidden, type UnlessModified } from '@hearth/http';
import { HoldersStore } from '../members/holders.store.js';
import { decidesAbout, type Holder } from '../members/membership.rules.js';
import { RecordNotFound } from '../refusals.js';
import { RequestsStore } from './requests.store.js';

/** Ends a request for access without granting it: somebody else's, or one's own. */
@Injectable()
export class DenyRequest {
  constructor(
    private readonly db: Database,
    private readonly holders: HoldersStore,
    private readonly requests: RequestsStore,
  ) {}

  /**
   * @throws Forbidden for those who do not decide about the request, whether or not there is one; RecordNotFound, PreconditionFailed
   */
  execute(holder: Holder, userId: number, actor: Principal, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const facts = await this.holders.lock(tx, holder, actor);
      if (!facts) throw RecordNotFound();
      if (!decidesAbout(holder.kind, { userId: actor.userId, level: facts.level }, userId)) throw Forbidden();
      const request = await this.requests.find(tx, holder, userId);
      if (!request) throw RecordNotFound();
      unlessModified(request.requestedAt);
      await this.requests.delete(tx, holder, userId);
    });
  }
}
