import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { HoldersStore } from '../members/holders.store.js';
import { mayAskForAccess, type Holder } from '../members/membership.rules.js';
import { AccessRequested } from '../refusals.js';
import { RequestsStore, type RequesterRecord } from './requests.store.js';

/** Asks to become a member of a project or a group. */
@Injectable()
export class RequestAccess {
  constructor(
    private readonly db: Database,
    private readonly holders: HoldersStore,
    private readonly requests: RequestsStore,
  ) {}

  /**
   * @throws AccessRequested; Forbidden where nobody, or not this user, may ask
   */
  execute(holder: Holder, asker: Principal): Promise<RequesterRecord> {
    return this.db.tx(async (tx) => {
      const facts = await this.holders.lock(tx, holder, asker);
      if (!facts || !mayAskForAccess(facts, facts.level, asker)) throw Forbidden();
      if (!(await this.holders.lockUser(tx, asker.userId))) throw Forbidden();
      if (!(await this.requests.insert(tx, holder, asker.userId))) throw AccessRequested();
      return (await this.requests.find(tx, holder, asker.userId))!;
    });
  }
}
