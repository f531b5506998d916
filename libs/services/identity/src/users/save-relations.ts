import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { violatedConstraint, type Db, type Tx } from '@hearth/data';
import { imageFileName, type UploadedFile } from '@hearth/http';
import { AvatarsStore } from '../avatars/avatars.store.js';
import { IDENTITY_TAKEN } from '../identities/extern-uid.rules.js';
import { EXTERN_UID_KEY, IdentitiesStore } from '../identities/identities.store.js';
import { UserInvalid } from '../refusals.js';
import type { UserFailures } from './new-user.rules.js';
import type { UserIdentity } from './user.entity.js';

/** Saves the avatar and identity of a user, which have their own tables, inside the caller's transaction. */
@Injectable()
export class SaveUserRelations {
  constructor(
    private readonly avatarsStore: AvatarsStore,
    private readonly identitiesStore: IdentitiesStore,
  ) {}

  /**
   * Returns the failure of an identity that another user has.
   * @param userId undefined: a user who is being created
   */
  async failures(db: Db, userId: number | undefined, identity: UserIdentity | null | undefined): Promise<UserFailures> {
    if (!identity) return {};
    const holder = await this.identitiesStore.holder(db, identity);
    return holder === undefined || holder === userId ? {} : IDENTITY_TAKEN;
  }

  /**
   * @param given null removes the avatar; `undefined` leaves a field as it is
   * @throws UserInvalid when another user has the identity
   */
  async within(
    tx: Tx,
    userId: number,
    given: { avatar: UploadedFile | null | undefined; identity: UserIdentity | null | undefined },
  ): Promise<void> {
    if (given.avatar === null) await this.avatarsStore.remove(tx, userId);
    if (given.avatar) await this.picture(tx, userId, given.avatar);
    if (given.identity) await this.identity(tx, userId, given.identity);
  }

  private picture(tx: Tx, userId: number, { name, content }: UploadedFile): Promise<void> {
    return this.avatarsStore.put(tx, { userId, fileName: imageFileName(name), content, etag: hash('sha256', content) });
  }

  private async identity(tx: Tx, userId: number, identity: UserIdentity): Promise<void> {
    try {
      await this.identitiesStore.put(tx, userId, identity);
    } catch (error) {
      if (violatedConstraint(error) !== EXTERN_UID_KEY) throw error;
      throw UserInvalid({ failures: IDENTITY_TAKEN });
    }
  }
}
