import { Injectable } from '@nestjs/common';
import type { Db, Tx } from '@hearth/data';
import type { UserIdentity } from '../users/user.entity.js';
import { IdentityEntity } from './identity.entity.js';

/** Name of the unique index of identities, as reported by violations. */
export const EXTERN_UID_KEY = 'user_identities_extern_uid';

const HOLDER = `
  select i.user_id as "userId" from user_identities i where i.provider = $1 and lower(i.extern_uid) = lower($2::text)`;

/** All SQL about the identities of users at other providers. */
@Injectable()
export class IdentitiesStore {
  /** Returns the user of an identity; undefined without one. */
  async holder(db: Db, { provider, externUid }: UserIdentity): Promise<number | undefined> {
    const [row] = await db.prepared<{ userId: number }>(HOLDER, [provider, externUid]);
    return row?.userId;
  }

  /**
   * Sets a user's identity at a provider, replacing an earlier one.
   * @throws a violation of EXTERN_UID_KEY when another user has it
   */
  async put(tx: Tx, userId: number, { provider, externUid }: UserIdentity): Promise<void> {
    await tx.repository(IdentityEntity).upsert({ userId, provider, externUid }, ['userId', 'provider']);
  }

  /** Removes a user's identity at a provider. */
  async remove(tx: Tx, userId: number, provider: string): Promise<void> {
    await tx.repository(IdentityEntity).delete({ userId, provider });
  }
}
