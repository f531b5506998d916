import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { AddMember } from '../members/add.js';
import { HoldersStore } from '../members/holders.store.js';
import { manages, type Holder } from '../members/membership.rules.js';
import type { MemberRecord } from '../members/memberships.store.js';
import { RecordNotFound } from '../refusals.js';
import { RequestsStore } from './requests.store.js';

/** Makes a member of somebody who has asked for access. */
@Injectable()
export class ApproveRequest {
  constructor(
    private readonly db: Database,
    private readonly holders: HoldersStore,
    private readonly requests: RequestsStore,
    private readonly addition: AddMember,
  ) {}

  /** @throws RecordNotFound when the user has not asked, MemberInvalid, Forbidden for those who no longer manage the members */
  execute(holder: Holder, userId: number, level: number, actor: Principal): Promise<MemberRecord> {
    return this.db.tx(async (tx) => {
      const facts = await this.holders.lock(tx, holder, actor);
      if (facts && !manages(holder.kind, facts.level)) throw Forbidden();
      if (!facts || !(await this.requests.delete(tx, holder, userId))) throw RecordNotFound();
      return this.addition.within(tx, holder, userId, { level, expiresAt: null });
    });
  }
}
