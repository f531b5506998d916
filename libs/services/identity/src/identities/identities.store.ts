import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import type { UserIdentity } from '../users/user.entity.js';
import { IdentityEntity } from './identity.entity.js';

/** Name of the unique index of identities, as violations report it. */
export const EXTERN_UID_KEY = 'user_identities_extern_uid';

/** All SQL about the identities of users at other providers. */
@Injectable()
export class IdentitiesStore {
  /**
   * Gives a user an identity, in place of the one of the same provider.
   * @throws a violation of EXTERN_UID_KEY when somebody else has it
   */
  async put(tx: Tx, userId: number, { provider, externUid }: UserIdentity): Promise<void> {
    await tx.repository(IdentityEntity).upsert({ userId, provider, externUid }, ['userId', 'provider']);
  }
}
