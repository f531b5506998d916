import { Injectable } from '@nestjs/common';
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
   * @param actor who ends it, with the level in the project or group
   * @throws Forbidden for those who do not decide about the request, whether or not there is one; RecordNotFound, PreconditionFailed
   */
  execute(
    holder: Holder,
    userId: number,
    actor: { userId: number; level: number },
    unlessModified: UnlessModified,
  ): Promise<void> {
    if (!decidesAbout(holder.kind, actor, userId)) throw Forbidden();
    return this.db.tx(async (tx) => {
      const facts = await this.holders.lock(tx, holder);
      const request = facts && (await this.requests.find(tx, holder, userId));
      if (!request) throw RecordNotFound();
      unlessModified(request.requestedAt);
      await this.requests.delete(tx, holder, userId);
    });
  }
}
