import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { violatedConstraint, type Db, type Tx } from '@hearth/data';
import { imageFileName, type UploadedFile } from '@hearth/http';
import { AvatarsStore } from '../avatars/avatars.store.js';
import { EXTERN_UID_KEY, IdentitiesStore } from '../identities/identities.store.js';
import { UserInvalid } from '../refusals.js';
import type { UserFailures } from './new-user.rules.js';
import type { UserIdentity } from './user.entity.js';

const IDENTITY_TAKEN: UserFailures = { 'identities.externUid': ['has already been taken'] };

/** Gives a user what stands in tables of its own: the picture, and who the user is at another provider. A part of larger writes. */
@Injectable()
export class AttachToUser {
  constructor(
    private readonly avatars: AvatarsStore,
    private readonly identities: IdentitiesStore,
  ) {}

  /**
   * What others have already of what a user is to be given.
   * @param userId undefined: a user who is to be made
   */
  async failures(db: Db, userId: number | undefined, identity: UserIdentity | null | undefined): Promise<UserFailures> {
    if (!identity) return {};
    const holder = await this.identities.holder(db, identity);
    return holder === undefined || holder === userId ? {} : IDENTITY_TAKEN;
  }

  /**
   * @param given an avatar of null takes the picture away; what is undefined stays
   * @throws UserInvalid when somebody else has the identity
   */
  async within(
    tx: Tx,
    userId: number,
    given: { avatar: UploadedFile | null | undefined; identity: UserIdentity | null | undefined },
  ): Promise<void> {
    if (given.avatar === null) await this.avatars.remove(tx, userId);
    if (given.avatar) await this.picture(tx, userId, given.avatar);
    if (given.identity) await this.identity(tx, userId, given.identity);
  }

  private picture(tx: Tx, userId: number, { name, content }: UploadedFile): Promise<void> {
    return this.avatars.put(tx, { userId, fileName: imageFileName(name), content, etag: hash('sha256', content) });
  }

  private async identity(tx: Tx, userId: number, identity: UserIdentity): Promise<void> {
    try {
      await this.identities.put(tx, userId, identity);
    } catch (error) {
      if (violatedConstraint(error) !== EXTERN_UID_KEY) throw error;
      throw UserInvalid({ failures: IDENTITY_TAKEN });
    }
  }
}
